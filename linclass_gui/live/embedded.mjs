// A page in the cell of a notebook: it sends every edit to the notebook, and shows the scene set there.

import { change, figure, rebuild, state, watchers } from "./page.mjs";
import { openedScene, savedScene } from "./scene.mjs";

let told = state.scene;
const tell = (message) => window.parent.postMessage({ linclass: message }, "*");

watchers.push(() => {
  if (state.scene === told) return;
  told = state.scene;
  tell({ scene: savedScene(figure, state.scene) });
});
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.linclass?.scene !== "string") return;
  change(openedScene(figure, state.scene, data.linclass.scene));
  told = state.scene;
  rebuild();
});
new ResizeObserver(() => tell({ height: document.body.scrollHeight })).observe(document.body);
tell({ isReady: true });
