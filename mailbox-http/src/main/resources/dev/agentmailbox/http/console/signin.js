// Everything before a page of the console: the code, the waitlist, an invite.
import { get, post, seg } from './api.js';
import { actions, button, confirmed, dialog, field, form, press } from './components.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { answer, canUse } from './passkeys.js';

const app = document.getElementById('app');
// The organization of the service itself, where operators find mail to postmaster@ and abuse@.
export const POSTMASTER = 'org_0000000000000000';
const emailInput = () => h('input', { type: 'email', name: 'email', autocomplete: 'username webauthn', required: true });

function screen(title, text, ...content) {
  document.title = title + ' · Agent Mailbox';
  app.replaceChildren(h('main', { id: 'main', class: 'signin' },
    h('p', { class: 'brand' }, icon('threads'), h('span', { text: 'Agent Mailbox' })), h('h1', { text: title }), text && h('p', { class: 'soft', text }), content));
}

function codeInput() {
  return h('input', { name: 'code', inputMode: 'numeric', autocomplete: 'one-time-code', required: true,
    pattern: '[0-9]{6}', maxLength: 6, title: 'six digits' });
}

async function verified(code, path, body) {
  try {
    return await post(path, body);
  } catch (problem) {
    code.select();
    throw problem.code === 'unauthorized' ? new Error('This code is wrong or no longer valid.') : problem;
  }
}

export const LINK_USED = 'This sign-in link was used or has expired. Enter your address instead: we send a code to it, '
  + 'and without a mail relay the code is in the server’s log.';

// The door of the console; done is called with the profile of the human who signed in.
export function signIn(door, note) {
  const email = emailInput();
  const offer = h('p', { class: 'small' });
  screen('Sign in', note || 'We send a code to your address. There is no password.',
    form([field('E-mail address', email)], 'Send me a code', async () => {
      await post('/v0/console/sign-in/code', { email: email.value.trim() });
      enterCode(door, email.value.trim());
    }, { also: canUse() && button('Use a passkey', async () => door.done(await answer('/v0/console/sign-in/passkey'))) }),
    offer);
  email.focus();
  offerWaitlist(door, offer);
}

// Only where the server takes new entries; without an answer nothing is offered.
async function offerWaitlist(door, offer) {
  const status = await get('/v0/beta').catch(() => null);
  if (status?.waitlist === 'open') {
    offer.append(h('a', { href: door.address('waitlist'), text: 'No account yet? Join the waitlist.' }));
  }
}

function enterCode(door, email) {
  const code = codeInput();
  screen('Enter the code', 'If there is an account for ' + email + ', a code was sent to it.',
    form([field('Code', code, 'Six digits, valid for a few minutes and three attempts. Without a mail relay, the code is in the server’s log.')], 'Sign in',
      async () => door.done(await verified(code, '/v0/console/sign-in/verify', { email, code: code.value })),
      { also: h('button', { type: 'button', text: 'Another address', onclick: () => signIn(door) }) }));
  code.focus();
}

// The token is the last part of a link that an agent handed over; nothing is used up by opening it.
export function waitlist(door, token) {
  const email = emailInput();
  screen('Join the waitlist', token
    ? 'Your agent wants to use this service. Enter your address; the link works once.'
    : 'Enter your address. An operator decides who gets access.',
  form([field('E-mail address', email)], 'Join', async () => {
    await post('/v0/console/waitlist', { email: email.value.trim(), ...(token && { token }) }).catch((problem) => {
      throw problem.code === 'gone' ? new Error('This link was used or has expired.') : problem;
    });
    door.leave();
    enterCode(door, email.value.trim());
  }, { also: h('button', { type: 'button', text: 'Sign in instead', onclick: () => { door.leave(); signIn(door); } }) }));
  email.focus();
}

const WAITING = {
  waitlisted: 'You are on the waitlist. We write to you when an operator invites you.',
  invited: 'You are invited. Enter the code that was mailed to you.',
  rejected: 'This account was not accepted.',
  active: 'You belong to no organization. An owner can add you, or an operator can invite you.',
};

// What the human belongs to and is asked to: here it accepts, declines, chooses and leaves.
export function organizations(door, me) {
  const operates = me.operator && me.status === 'active';
  if (!me.organizations.length && !operates) { inactive(door, me); return; }
  const redeems = me.status !== 'active';
  screen('Organizations', 'Signed in as ' + me.email + '.',
    me.organizations.map((one) => membership(door, one)),
    operates && h('div', { class: 'card' },
      h('p', { text: 'Postmaster: mail to postmaster@ and abuse@, for operators' }),
      h('div', { class: 'row' }, step('Go to', 'Postmaster', true, () => choose(door, POSTMASTER)))),
    h('div', { class: 'row' },
      me.organization_id && h('button', { type: 'button', text: 'Back', onclick: () => door.done(me) }),
      redeems && h('button', { type: 'button', text: 'I have an invite code', onclick: () => inactive(door, me) }),
      h('button', { type: 'button', text: 'Sign out', onclick: press(door.signOut) })));
}

const step = (text, name, first, action) => h('button', { type: 'button', class: first ? 'first' : undefined, text,
  'aria-label': text + ' ' + name, onclick: press(action) });

async function choose(door, id) {
  door.done(await post('/v0/console/organization', { organization_id: id }));
}

function membership(door, one) {
  const path = '/v0/console/memberships/' + seg(one.organization_id);
  const leave = async () => organizations(door, await post(path + '/leave', {}));
  return h('div', { class: 'card' },
    h('p', { text: one.status === 'pending' ? one.name + ' asks you to join as ' + one.role + '.' : one.name + ', ' + one.role }),
    h('div', { class: 'row' }, one.status === 'pending'
      ? [step('Accept', one.name, true, async () => door.done(await post(path + '/accept', {}))), step('Decline', one.name, false, leave)]
      : [step('Go to', one.name, true, () => choose(door, one.organization_id)),
        step('Leave', one.name, false, async () => {
          if (await confirmed('Leave ' + one.name + '?', 'Only an owner can add you again.', 'Leave')) await leave();
        })]));
}

// A human whose account is not active yet: all there is to do is to redeem an invite.
export function inactive(door, me) {
  const code = h('input', { name: 'invite', required: true, maxLength: 64, autocomplete: 'off', placeholder: 'MBX-XXXX-XXXX' });
  const out = button('Sign out', door.signOut);
  screen('Almost there', WAITING[me.status],
    h('p', { class: 'soft', text: 'Signed in as ' + me.email + '.' }),
    me.status === 'rejected' ? actions(out)
      : form([field('Invite code', code)], 'Redeem', async () =>
        door.done(await post('/v0/console/invites/redeem', { code: code.value.trim() })), { also: out }));
}

// Some things need a fresh proof; the action goes on by itself afterwards.
export async function stepUp(me) {
  const mine = canUse() ? (await get('/v0/console/passkeys')).count : 0;
  if (mine) {
    const proof = await dialog('Is it still you?', (close) => h('div', {},
      h('p', { text: 'Confirm that it is you to continue.' }),
      actions(button('Use a passkey', async () => close(await answer('/v0/console/step-up/passkey')), { kind: 'first' }),
        h('button', { type: 'button', text: 'Mail me a code', onclick: () => close('code') }),
        h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
    if (proof !== 'code') return proof;
  }
  await post('/v0/console/step-up/code', {});
  const code = codeInput();
  return dialog('Is it still you?', (close) => form([
    h('p', { text: 'Enter the new code that was sent to ' + me.email + '. Without a mail relay, it is in the server’s log.' }),
    field('Code', code)], 'Continue', async () => close(await verified(code, '/v0/console/step-up/verify', { code: code.value })), { close }));
}
