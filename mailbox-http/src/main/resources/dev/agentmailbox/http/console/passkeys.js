// Passkeys: what the browser asks its human, and the page of one's own account.
import { del, post, seg } from './api.js';
import { confirmed, dialog, empty, field, h, page, press, when } from './dom.js';
import { cell, table } from './lists.js';

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
  const name = h('input', { required: true, maxLength: 64, value: 'this device' });
  const chosen = await dialog('New passkey', (close) => h('form', { onsubmit: (event) => { event.preventDefault(); close(name.value); } },
    field('Name', name),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Continue' }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (!chosen) return;
  const asked = await post('/v0/console/passkeys/options', {});
  const credential = await navigator.credentials.create({ publicKey: options(asked.public_key) }).catch(declined);
  await post('/v0/console/passkeys', { name: chosen, credential: json(credential) });
  view.refresh();
}

export async function account(view) {
  view.live = true;
  const answered = await view.get('/v0/console/passkeys');
  return h('div', {},
    page('Account', view.me.email,
      canUse() && h('button', { type: 'button', class: 'first', text: 'New passkey', onclick: press(() => add(view)) }),
      h('button', { type: 'button', class: 'danger', text: 'Sign out everywhere', onclick: press(async () => {
        if (!await confirmed('Sign out everywhere?', 'All your sessions end, including this one.', 'Sign out')) return;
        await post('/v0/console/sign-out', { everywhere: true });
        location.reload();
      }) })),
    h('h2', { text: 'Passkeys' }),
    h('p', { class: 'soft', text: 'With a passkey you sign in and confirm without a code. Anyone who knows your address can use up your codes for a day '
      + 'or lock them for an hour; a passkey is not affected. Each owner should have one.' }),
    answered.passkeys.length
      ? table(['Name', 'Added', 'Used', ''], answered.passkeys.map((one) => h('tr', {},
        cell(one.name), cell(when(one.created_at)), cell(one.used_at ? when(one.used_at) : 'never'),
        cell(h('button', { type: 'button', class: 'danger', text: 'Remove', 'aria-label': 'Remove ' + one.name, onclick: press(async () => {
          if (!await confirmed('Remove ' + one.name + '?', 'You can no longer sign in with it.', 'Remove')) return;
          await del('/v0/console/passkeys/' + seg(one.passkey_id));
          view.refresh();
        }) })))))
      : empty(canUse() ? 'No passkeys yet.' : 'This browser does not support passkeys.'));
}
