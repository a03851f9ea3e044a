// Notices in this browser, shown by the service worker although no page is open.
import { get, post } from './api.js';
import { button, section, toast } from './components.js';
import { h } from './dom.js';

const supported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const registration = () => navigator.serviceWorker.register('sw.js');
const subscription = async () => (await registration()).pushManager.getSubscription();

async function turnOn(key) {
  if (await Notification.requestPermission() !== 'granted') throw new Error('This browser does not allow notices from this site. Allow them in its settings for this site first.');
  const { pushManager } = await registration();
  // One that was made for another key of the service cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await post('/v0/console/push', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
  toast('You are notified in this browser from now on.');
}

export async function turnOff() {
  const known = supported() && await subscription();
  if (!known) return;
  await post('/v0/console/push/remove', { endpoint: known.endpoint });
  await known.unsubscribe();
}

export async function notices(view) {
  const { public_key: key } = await view.get('/v0/console/push');
  if (!key) return null;
  const known = supported() && await subscription().catch(() => null);
  return section('Notices in this browser',
    h('p', { class: 'soft', text: supported()
      ? 'When a message waits for your approval, this device shows it at once, although the console is closed. You get the mail as well.'
      : 'This browser cannot show notices. On an iPhone or iPad, add the console to the home screen first.' }),
    supported() && (known
      ? button('Turn off', async () => { await turnOff(); await view.refresh(); })
      : button('Turn on', async () => { await turnOn(key); await view.refresh(); })));
}
