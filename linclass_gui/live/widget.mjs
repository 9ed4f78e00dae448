// The widget of a notebook: the live page in a frame of its own, which shares its scene with the model.

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = "Points and their boundaries, live";
    frame.setAttribute("sandbox", "allow-scripts allow-downloads");
    frame.style.cssText = "width: 100%; height: 620px; border: 0; display: block";
    let shown = model.get("_begun");
    const show = () => {
      const scene = model.get("_scene");
      if (scene === shown) return;
      shown = scene;
      frame.contentWindow?.postMessage({ linclass: { scene } }, "*");
    };
    const hear = ({ source, data }) => {
      if (source !== frame.contentWindow || !data?.linclass) return;
      const { scene, height, isReady } = data.linclass;
      if (isReady) show();
      if (height) frame.style.height = `${Math.ceil(height) + 8}px`;
      if (!scene) return;
      shown = scene;
      model.set("_scene", scene);
      model.save_changes();
    };
    window.addEventListener("message", hear);
    model.on("change:_scene", show);
    frame.srcdoc = model.get("_page");
    el.append(frame);
    return () => {
      window.removeEventListener("message", hear);
      model.off("change:_scene", show);
    };
  },
};
