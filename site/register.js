// Keeps the site for offline use, if the browser supports that.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
