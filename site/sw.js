// The service worker: it answers from this browser's cache, and requests only missing files from the site.
const VERSION = "walkmesh $VERSION";
const FIRST = ["$FIRST"];

self.addEventListener("install", event => {
  self.skipWaiting();
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FIRST)));
});

self.addEventListener("activate", event => {
  const old = async () => (await caches.keys()).filter(name => name.startsWith("walkmesh ") && name !== VERSION);
  event.waitUntil(old().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", event => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(cache.put(request, answer.clone()));
    return answer;
  })());
});
