import { get, getByTimer, post, whenSignedOut, whenStepUpNeeded } from './api.js';
import { complain, dialog, h, press, redraw, toast } from './dom.js';
import { overview } from './overview.js';
import * as sending from './sending.js';
import * as mail from './mail.js';
import * as settings from './settings.js';
import * as agents from './agents.js';
import * as signin from './signin.js';
import { platform } from './platform.js';
import { account } from './passkeys.js';
import * as webhooks from './webhooks.js';
import * as drafts from './drafts.js';
import * as grants from './grants.js';
import { usage } from './usage.js';

const BASE = new URL(document.baseURI).pathname.replace(/\/$/, '');
const app = document.getElementById('app');
const LIVE_SECONDS = 5;

const PAGES = [
  { path: '', key: 'o', name: 'Overview', show: overview },
  { path: 'approvals', key: 'a', name: 'Approvals', show: sending.approvals, one: sending.approval, badge: 'approvals' },
  { path: 'held', key: 'h', name: 'Held mail', show: mail.held },
  { path: 'inboxes', key: 'i', name: 'Inboxes', show: mail.inboxes, one: mail.inbox },
  { path: 'threads', key: 't', name: 'Threads', show: mail.threads, one: mail.thread },
  { path: 'sends', key: 's', name: 'Sends', show: sending.sends, one: sending.send },
  { path: 'drafts', key: 'd', name: 'Drafts', show: drafts.drafts, one: drafts.draft },
  { path: 'lists', key: 'l', name: 'Lists', show: settings.lists },
  { path: 'policy', key: 'p', name: 'Policy', show: settings.policy },
  { path: 'keys', key: 'k', name: 'API keys', show: settings.keys, owned: true },
  { path: 'programs', key: 'r', name: 'Programs', show: grants.programs, owned: true },
  { path: 'authorize', name: 'Allow a program', show: grants.authorize, unlisted: true },
  { path: 'webhooks', key: 'w', name: 'Webhooks', show: webhooks.webhooks, one: webhooks.webhook, owned: true },
  { path: 'usage', key: 'u', name: 'Usage', show: usage },
  { path: 'agents', key: 'g', name: 'Agents', show: agents.agents, owned: true },
  { path: 'members', key: 'm', name: 'Members', show: settings.members, owned: true },
  { path: 'account', key: 'c', name: 'Account', show: account },
  { path: 'platform', key: 'f', name: 'Platform', show: platform, operator: true },
];

let me = null;
let timer = 0;
let shown = { refresh: null, keys: {} };

export const address = (path) => BASE + '/' + path;

export function go(path) {
  history.pushState(null, '', address(path));
  show();
}

function place() {
  const rest = location.pathname.slice(BASE.length).replace(/^\//, '');
  const [name, ...more] = rest.split('/');
  return { name, id: decodeURIComponent(more.join('/')) };
}

function here() {
  const { name, id } = place();
  return { page: PAGES.find((one) => one.path === name) || PAGES[0], id };
}

// The organization of the service has no owner, and so nobody who may use the pages of owners.
const listed = (page) => !page.unlisted && (!page.operator || me.operator)
  && (!page.owned || me.organization_id !== signin.POSTMASTER);

function link(page) {
  const current = here().page === page;
  const count = page.badge ? h('span', { class: 'count', 'data-badge': page.badge, hidden: true }) : null;
  return h('a', { class: 'item', href: address(page.path), 'aria-current': current ? 'page' : undefined },
    h('span', { text: page.name }), count);
}

function shell(content) {
  const role = me.organization_id === signin.POSTMASTER ? { name: 'Postmaster', role: 'operator' }
    : me.organizations.find((one) => one.organization_id === me.organization_id);
  const asked = me.organizations.filter((one) => one.status === 'pending').length;
  app.replaceChildren(h('div', { class: 'shell' },
    h('nav', { class: 'side', 'aria-label': 'Pages' },
      h('a', { class: 'brand', href: address(''), text: 'Agent Mailbox' }),
      PAGES.filter(listed).map(link),
      h('div', { class: 'who' }, h('div', { text: me.email }),
        h('div', { class: 'soft', text: role ? role.name + ', ' + role.role : 'no organization' }),
        h('button', { type: 'button', text: asked ? 'Organizations (' + asked + ' new)' : 'Organizations',
          onclick: () => { clearInterval(timer); signin.organizations(door, me); } }),
        h('button', { type: 'button', text: 'Sign out', onclick: press(signOut) }))),
    h('main', { id: 'main', tabIndex: -1 },
      h('p', { class: 'warning', role: 'status', 'data-store': '', hidden: true }), content)));
}

async function show() {
  clearInterval(timer);
  if (!me || place().name === 'waitlist') { enter(); return; }
  if (!me.organization_id) { signin.organizations(door, me); return; }
  const { page, id } = here();
  document.title = page.name + ' · Agent Mailbox';
  const content = h('div', {}, h('p', { class: 'loading', role: 'status', text: 'Loading…' }));
  shell(content);
  shown = { refresh: null, keys: {} };
  // What the human has chosen and unfolded is kept while the page is drawn anew.
  const view = { me, id, go, address, kept: {}, get, refresh: () => render(page, id, content, view) };
  await render(page, id, content, view);
  timer = setInterval(live, LIVE_SECONDS * 1000);
  live();
}

async function render(page, id, content, before) {
  const view = { ...before, keys: {} };
  const byTimer = () => render(page, id, content, { ...before, get: getByTimer });
  try {
    const made = await (id && page.one ? page.one(view) : page.show(view));
    // What looks the same stays as it is, under the hand that is about to press it.
    if (content.isConnected && redraw(content, made)) shown = { refresh: view.live ? byTimer : null, keys: view.keys };
  } catch (problem) {
    if (content.isConnected) {
      content.replaceChildren(h('div', { class: 'empty' },
        h('p', { text: problem.code === 'not_found' ? 'There is nothing here.' : problem.message }),
        h('button', { type: 'button', text: 'Try again', onclick: show })));
    }
  }
}

// What a person has to know of a store that does not take everything.
const STORE_STATES = {
  full: 'The storage is full: mail, sends and changes are refused until there is more room. Everything can be read.',
  read_only: 'The storage failed: nothing is taken until the service is started again. Its log says why.',
};

// Nothing is drawn anew under somebody who fills something in.
function inUse() {
  return document.querySelector('dialog[open], details[open] input') || document.activeElement?.closest('input, textarea, select')
    || [...document.querySelectorAll('main input, main textarea')].some((one) => one.value !== one.defaultValue);
}

// What waits for a human is looked at again and again; a page says whether it may be drawn anew.
async function live() {
  if (document.hidden || !me) return;
  try {
    const waiting = await getByTimer('/v0/approvals?status=pending&limit=200');
    for (const badge of document.querySelectorAll('[data-badge=approvals]')) {
      badge.textContent = waiting.next_page_token ? waiting.count + '+' : waiting.count;
      badge.hidden = !waiting.count;
    }
    if (shown.refresh && !inUse()) await shown.refresh();
    const { store } = await getByTimer('/v0/health');
    for (const banner of document.querySelectorAll('[data-store]')) {
      banner.textContent = STORE_STATES[store] ?? '';
      banner.hidden = !banner.textContent;
    }
  } catch {
    // The next round tries again; the page itself says that a session ended.
  }
}

async function signOut() {
  await post('/v0/console/sign-out', {});
  me = null;
  enter();
}

// What the screens before the console need of it.
const door = {
  address,
  done: (profile) => { me = profile; show(); },
  leave: () => history.replaceState(null, '', address('')),
  signOut,
};

function enter(note) {
  clearInterval(timer);
  const { name, id } = place();
  if (name === 'waitlist') signin.waitlist(door, id);
  else if (name === 'link-used') { door.leave(); signin.signIn(door, signin.LINK_USED); }
  else signin.signIn(door, note);
}

async function stepUp() {
  const verified = await signin.stepUp(me);
  if (verified) me = verified;
  return Boolean(verified);
}

function help() {
  dialog('Keys', (close) => h('div', {},
    h('table', {}, h('tbody', {},
      PAGES.filter(listed).map((page) =>
        h('tr', {}, h('td', {}, h('code', { text: 'g ' + page.key })), h('td', { text: page.name }))),
      h('tr', {}, h('td', {}, h('code', { text: 'j k' })), h('td', { text: 'Next and previous' })),
      h('tr', {}, h('td', {}, h('code', { text: 'Enter' })), h('td', { text: 'Open' })),
      h('tr', {}, h('td', {}, h('code', { text: 'a r' })), h('td', { text: 'Approve and reject the opened mail; there are some seconds to undo' })))),
    h('p', {}, h('button', { type: 'button', class: 'first', text: 'Close', onclick: () => close() }))));
}

let afterG = 0;
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, textarea, select, dialog');
  if (!me || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') { help(); return; }
  if (event.key === 'g') { afterG = Date.now(); return; }
  if (Date.now() - afterG < 1500) {
    afterG = 0;
    const page = PAGES.find((one) => one.key === event.key && listed(one));
    if (page) go(page.path);
    return;
  }
  const action = shown.keys[event.key];
  if (action) { event.preventDefault(); action(); }
});

document.addEventListener('click', (event) => {
  const anchor = event.target.closest('a[href]');
  if (!anchor || anchor.target || anchor.download || event.ctrlKey || event.metaKey) return;
  const url = new URL(anchor.href);
  const inside = url.origin === location.origin && (url.pathname === BASE || url.pathname.startsWith(BASE + '/'));
  if (!inside || anchor.classList.contains('skip')) return;
  event.preventDefault();
  history.pushState(null, '', url.pathname + url.search);
  show();
});

window.addEventListener('popstate', show);
whenSignedOut(() => { me = null; enter('The session has ended.'); });
whenStepUpNeeded(() => stepUp().catch((problem) => { complain(problem); return false; }));

try {
  me = await get('/v0/console/me');
  show();
} catch (problem) {
  if (problem.code !== 'unauthorized') toast(problem.message);
  enter();
}
