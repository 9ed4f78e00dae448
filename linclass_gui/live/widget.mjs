// The widget of a notebook: the live page in a frame of its own, which shares its scene with the model.

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = "Points and their boundaries, live";
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    frame.style.cssText = "border: 0; display: block; max-width: 100%";
    const resize = () => {
      const width = model.get("width");
      frame.style.width = width === null ? "100%" : `${width}px`;
      frame.style.height = `${model.get("height")}px`;
    };
    let shown = model.get("_begun");
    const show = () => {
      const scene = model.get("_scene");
      if (scene === shown) return;
      shown = scene;
      frame.contentWindow?.postMessage({ linclass: { scene } }, "*");
    };
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || !data?.linclass) return;
      const { scene, isReady } = data.linclass;
      if (isReady) {
        frame.dataset.isReady = "";
        show();
      }
      if (!scene) return;
      shown = scene;
      model.set("_scene", scene);
      model.save_changes();
    };
    const heard = { "change:_scene": show, "change:width": resize, "change:height": resize };
    window.addEventListener("message", hear);
    for (const [event, call] of Object.entries(heard)) model.on(event, call);
    resize();
    frame.srcdoc = model.get("_page");
    el.append(frame);
    return () => {
      window.removeEventListener("message", hear);
      for (const [event, call] of Object.entries(heard)) model.off(event, call);
    };
  },
};
