// Passkeys: what the browser asks its human, and the page of one's own account.
import { del, post, seg } from './api.js';
import { button, cell, confirmed, dialog, empty, field, form, page, section, table } from './components.js';
import { h, when } from './dom.js';

export const canUse = () => 'credentials' in navigator && 'PublicKeyCredential' in window;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function options(asked) {
  const known = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));
  const made = { ...asked, challenge: bytes(asked.challenge) };
  if (asked.user) made.user = { ...asked.user, id: bytes(asked.user.id) };
  if (asked.excludeCredentials) made.excludeCredentials = known(asked.excludeCredentials);
  if (asked.allowCredentials) made.allowCredentials = known(asked.allowCredentials);
  return made;
}

function json(credential) {
  const response = {};
  for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
}

// A human who turns the browser's question away is no problem of ours.
const declined = (problem) => {
  throw problem.name === 'NotAllowedError' || problem.name === 'AbortError'
    ? new Error('No passkey was used.') : problem.name === 'InvalidStateError'
      ? new Error('This device already has a passkey for this account.') : problem;
};

// Answers the question of that path; the answer is the human's profile.
export async function answer(path) {
  const asked = await post(path + '/options', {});
  const credential = await navigator.credentials.get({ publicKey: options(asked.public_key) }).catch(declined);
  return post(path + '/verify', { credential: json(credential) }).catch((problem) => {
    throw problem.code === 'unauthorized' ? new Error('That passkey is not registered here.') : problem;
  });
}

async function add(view) {
  const name = h('input', { name: 'name', required: true, maxLength: 64, value: 'this device' });
  const done = await dialog('New passkey', (close) => form([field('Name', name, 'So that you recognise it in the list.')], 'Continue', async () => {
    const asked = await post('/v0/console/passkeys/options', {});
    const credential = await navigator.credentials.create({ publicKey: options(asked.public_key) }).catch(declined);
    await post('/v0/console/passkeys', { name: name.value, credential: json(credential) });
    close(true);
  }, { close }));
  if (done) await view.refresh();
}

export async function account(view) {
  view.live = true;
  const [answered, inBrowser] = await Promise.all([view.get('/v0/console/passkeys'), import('./push.js').then((push) => push.notices(view))]);
  return h('div', {},
    page('Account', view.me.email,
      canUse() && button('New passkey', () => add(view), { kind: 'first', sign: 'plus' }),
      button('Sign out everywhere', async () => {
        if (!await confirmed('Sign out everywhere?', 'All your sessions end, including this one.', 'Sign out', 'danger')) return;
        await post('/v0/console/sign-out', { everywhere: true });
        location.reload();
      }, { kind: 'danger' })),
    inBrowser,
    section('Passkeys',
      h('p', { class: 'soft', text: 'With a passkey you sign in and confirm without a code. Anyone who knows your address can use up your codes for a day '
        + 'or lock them for an hour; a passkey is not affected. Each owner should have one.' }),
      answered.passkeys.length
        ? table(['Name', 'Added', 'Last used', ''], answered.passkeys.map((one) => h('tr', {},
          cell(one.name), cell(when(one.created_at)), cell(one.used_at ? when(one.used_at) : 'never'),
          cell(button('Remove', async () => {
            if (!await confirmed('Remove ' + one.name + '?', 'You can no longer sign in with it.', 'Remove', 'danger')) return;
            await del('/v0/console/passkeys/' + seg(one.passkey_id));
            await view.refresh();
          }, { kind: 'danger', name: 'Remove ' + one.name })))))
        : empty('keys', canUse() ? 'No passkeys yet.' : 'This browser does not support passkeys.',
          canUse() ? 'Add one with the button above; your device asks for your fingerprint, face or PIN.' : undefined)));
}
