// Keeps the site for times without a network, where the browser can do that.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
