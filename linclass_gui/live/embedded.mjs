// A page in the cell of a notebook: it sends every edit to the notebook (of many points when it ends), and shows the scene set there.

import { MANY } from "./order.mjs";
import { change, figure, rebuild, state, watchers } from "./page.mjs";
import { openedScene, savedScene } from "./scene.mjs";

let told = state.scene;
let isReady = false;
const tell = (message) => window.parent.postMessage({ linclass: message }, "*");

watchers.push(() => {
  if (!isReady) tell({ isReady: (isReady = true) });
  const isGoingOn = state.before !== null && state.scene.points.length > MANY;
  if (state.scene === told || isGoingOn) return;
  told = state.scene;
  tell({ scene: savedScene(figure, state.scene) });
});
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.linclass?.scene !== "string") return;
  change(openedScene(figure, state.scene, data.linclass.scene));
  told = state.scene;
  rebuild();
});
