// Runs without a page: shows notices, and says so when the service cannot be reached.
const OFFLINE = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
  + '<title>Offline · Agent Mailbox</title><h1>You are offline</h1>'
  + '<p>Agent Mailbox cannot be reached. Nothing was decided or lost; what waits for you still waits.</p><p><a href="">Try again</a></p></html>';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => new Response(OFFLINE, {
    status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
  })));
});

self.addEventListener('push', (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: { path } }));
});

// A window of the console that is open is used.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL('.' + event.notification.data.path, self.registration.scope).href;
  event.waitUntil((async () => {
    const [open] = await self.clients.matchAll({ type: 'window' });
    if (!open) return self.clients.openWindow(url);
    await open.focus();
    return open.navigate(url).catch(() => self.clients.openWindow(url));
  })());
});
