import { eventsAfter, get, getByTimer, post, whenSignedOut, whenStepUpNeeded } from './api.js';
import { complain, empty, explain, page, toast } from './components.js';
import { h, redraw } from './dom.js';
import { badge, frame, help, mark } from './nav.js';
import { overview } from './overview.js';
import { approvals } from './approvals.js';
import { approval } from './review.js';
import * as sends from './sends.js';
import { held } from './held.js';
import { threads } from './threads.js';
import { thread } from './thread.js';
import * as inboxes from './inboxes.js';
import * as drafts from './drafts.js';
import { keys } from './keys.js';
import * as grants from './grants.js';
import { agents } from './agents.js';
import { entries } from './entries.js';
import { usage } from './usage.js';
import * as webhooks from './webhooks.js';
import { members } from './members.js';
import { account } from './passkeys.js';
import { platform } from './platform.js';
import * as signin from './signin.js';
import { forget } from './write.js';

const BASE = new URL(document.baseURI).pathname.replace(/\/$/, '');
const app = document.getElementById('app');
// Between two looks at what nobody reports, such as the state of the store.
const LOOK_SECONDS = 30;
// How long one call waits for an event, and the least time between two looks.
const WAIT_SECONDS = 25;
const PAUSE_SECONDS = 1;
// From here on the list of an opened mail stands beside it.
const wide = matchMedia('(min-width: 68rem)');

const PAGES = [
  { path: '', key: 'o', name: 'Overview', group: '', sign: 'overview', show: overview },
  { path: 'approvals', key: 'a', name: 'Approvals', group: 'Inbox', sign: 'approvals', show: approvals, one: approval, split: true, badge: 'approvals' },
  { path: 'held', key: 'h', name: 'Held mail', group: 'Inbox', sign: 'held', show: held, one: thread, split: true, badge: 'held' },
  { path: 'threads', key: 't', name: 'Threads', group: 'Inbox', sign: 'threads', show: threads, one: thread, split: true },
  { path: 'inboxes', key: 'i', name: 'Inboxes', group: 'Agents', sign: 'inboxes', show: inboxes.inboxes, one: inboxes.inbox },
  { path: 'pods', key: 'b', name: 'Pods', group: 'Agents', sign: 'lists', show: async (view) => (await import('./pods.js')).pods(view), one: async (view) => (await import('./pods.js')).pod(view) },
  { path: 'drafts', key: 'd', name: 'Drafts', group: 'Agents', sign: 'drafts', show: drafts.drafts, one: drafts.draft },
  { path: 'sends', key: 's', name: 'Sends', group: 'Agents', sign: 'sends', show: sends.sends, one: sends.send },
  { path: 'keys', key: 'k', name: 'API keys', group: 'Agents', sign: 'keys', show: keys, owned: true },
  { path: 'programs', key: 'r', name: 'Connected apps', group: 'Agents', sign: 'apps', show: grants.programs, owned: true },
  { path: 'agents', key: 'e', name: 'Agent sign-up', group: 'Agents', sign: 'agents', show: agents, owned: true },
  { path: 'policy', key: 'p', name: 'Policy', group: 'Rules', sign: 'policy', show: async (view) => (await import('./policy.js')).policy(view) },
  { path: 'rules', key: 'n', name: 'Rules', group: 'Rules', sign: 'check', show: async (view) => (await import('./rules.js')).rules(view) },
  { path: 'lists', key: 'l', name: 'Lists', group: 'Rules', sign: 'lists', show: entries },
  { path: 'usage', key: 'u', name: 'Usage', group: 'Organization', sign: 'usage', show: usage },
  { path: 'webhooks', key: 'w', name: 'Webhooks', group: 'Organization', sign: 'webhooks', show: webhooks.webhooks, one: webhooks.webhook, owned: true },
  { path: 'members', key: 'm', name: 'Members', group: 'Organization', sign: 'members', show: members, joined: true },
  { path: 'audit', key: 'v', name: 'Audit trail', group: 'Organization', sign: 'audit', show: async (view) => (await import('./audit.js')).audit(view), owned: true },
  { path: 'platform', key: 'f', name: 'Operator', group: 'Platform', sign: 'platform', show: platform, operator: true },
  { path: 'account', key: 'c', name: 'Account', show: account },
  { path: 'authorize', name: 'Allow an app', show: grants.authorize, owned: true },
];

let me = null;
let timer = 0;
let around = null;
// What is shown: a page, or a list with the mail that was opened from it.
let shown = [];

const address = (path) => BASE + '/' + path;

function go(path) {
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
  return { page: PAGES.find((one) => one.path === name), id };
}

const membership = () => me.organizations.find((one) => one.organization_id === me.organization_id);
// The organization of the service has no owner, and so nobody who may use the pages of owners; operators look after its mail.
const inService = () => me.organization_id === signin.POSTMASTER;
const owns = () => membership()?.role === 'owner';
const mends = () => owns() || inService();
const listed = (page) => (!page.operator || me.operator) && (!page.owned || owns()) && (!page.joined || !inService());

function build() {
  const role = inService() ? { name: 'Postmaster', role: 'operator' } : membership();
  around = frame({ address, signOut, pages: PAGES.filter(listed),
    organizations: () => { leave(); signin.organizations(door, me); },
    person: { email: me.email, organization: role?.name, role: role?.role,
      asked: me.organizations.filter((one) => one.status === 'pending').length } });
  app.replaceChildren(around.shell);
}

function leave() {
  clearInterval(timer);
  around = null;
  shown = [];
}

// How many messages wait for a decision; the title of the tab and the sign of an installed app say it.
let waiting = 0;

function title(page) {
  document.title = (waiting ? '(' + waiting + ') ' : '') + (page?.name ?? 'Not found') + ' · Agent Mailbox';
}

function count(asked) {
  waiting = asked.count;
  title(here().page);
  // Not every browser lets a page have one.
  navigator.setAppBadge?.(waiting).catch(() => {});
}

// A region is one thing that is shown and drawn anew by itself.
function region(page, id, make) {
  const box = h('div', { class: id ? 'pane' : 'sheet', tabIndex: -1 }, h('p', { class: 'loading', role: 'status', text: 'Loading…' }));
  const one = { page, id, search: location.search, box, keys: {}, live: false };
  // What the human has chosen and unfolded is kept while the page is drawn anew.
  const kept = {};
  let started = 0;
  let drawn = 0;
  // Readings may overtake each other; what was read earlier is not drawn over what was read later.
  const overtaken = (reading) => reading < drawn || !shown.includes(one);
  one.render = async (read) => {
    const reading = ++started;
    // What the role allows beyond reading and deciding: everything, or the mail and the rules.
    const view = { me, owner: owns(), mends: mends(), id, go, address, kept, get: read, keys: {}, split: page.split, live: false,
      opened: () => (here().page === page ? here().id : ''), refresh: () => one.render(get) };
    try {
      const made = await make(view);
      // Somebody may have begun to fill something in meanwhile.
      if (overtaken(reading) || read === getByTimer && inUse()) return;
      drawn = reading;
      // What looks the same stays as it is, so that nothing moves while it is pressed.
      if (redraw(box, made)) Object.assign(one, { keys: view.keys, live: view.live });
    } catch (problem) {
      if (overtaken(reading)) return;
      drawn = reading;
      box.replaceChildren(failed(problem, page, id));
    }
  };
  return one;
}

function failed(problem, page, id) {
  const back = h('a', { class: 'button', href: address(page.path), text: 'Back to ' + page.name });
  const again = h('button', { type: 'button', text: 'Try again', onclick: show });
  return problem.code === 'not_found'
    ? empty('search', 'There is nothing here.', 'It was deleted, or the address is wrong.', id ? back : again)
    : empty('alert', explain(problem), undefined, again);
}

function closed(title, ...why) {
  around.place.replaceChildren(h('div', { class: 'single' }, h('div', {}, page(title),
    empty(...why, h('a', { class: 'button', href: address(''), text: 'Go to the overview' })))));
  shown = [];
}

// Says of a page that a role does not have who has it.
const withheld = (wanted) => closed(wanted.name, 'members', wanted.operator ? 'This page is for operators of the platform.'
  : inService() ? 'This page does not exist for the organization of the service.' : 'This page is for owners.',
wanted.operator || inService() ? undefined : 'You are ' + (membership()?.role ?? 'no member') + ' of ' + (membership()?.name ?? 'this organization') + '. Ask an owner if you need something changed here.');

async function show() {
  clearInterval(timer);
  if (!me || place().name === 'waitlist') { enter(); return; }
  if (!me.organization_id) { leave(); signin.organizations(door, me); return; }
  if (place().name === 'link-used') door.leave();
  if (!around) build();
  around.close();
  const { page, id } = here();
  title(page);
  mark(around.shell, page?.path);
  if (!page || !listed(page)) {
    if (page) withheld(page);
    else closed('Page not found', 'search', 'There is no page with this address.', undefined);
    live();
    return;
  }
  const opened = id && page.one ? region(page, id, page.one) : null;
  const before = shown.find((one) => one.page === page && !one.id && one.search === location.search);
  const beside = !opened || (page.split && wide.matches) ? (opened && before) || region(page, '', page.show) : null;
  lay(page, beside, opened, beside === before && Boolean(before));
  await Promise.all(shown.filter((one) => one !== before).map((one) => one.render(get)));
  timer = setInterval(live, LOOK_SECONDS * 1000);
  live();
}

// Puts the regions where they belong; a list that stays keeps the place it was scrolled to.
function lay(page, list, opened, stays) {
  shown = [list, opened].filter(Boolean);
  const regions = shown.map((one) => one.box);
  const kind = [page.split ? 'split' : 'single', opened && 'opened', list && opened && 'both'].filter(Boolean).join(' ');
  around.shell.dataset.page = page.path;
  const outer = around.place.firstElementChild;
  if (stays && outer?.contains(list.box)) {
    outer.className = kind;
    for (const box of [...outer.children]) if (!regions.includes(box)) box.remove();
    outer.append(opened.box);
    for (const li of list.box.querySelectorAll('li[data-key]')) li.classList.toggle('chosen', li.dataset.key === opened.id);
  } else {
    around.place.replaceChildren(h('div', { class: kind }, regions));
  }
  scrollTo(0, 0);
  // The keys that scroll are for what was opened.
  if (opened || document.activeElement === document.body) shown.at(-1).box.focus({ preventScroll: true });
}

// What a person has to know of a store that does not take everything.
const STORE_STATES = {
  full: 'The storage is full: mail, sends and changes are refused until there is free space. You can still read everything.',
  read_only: 'The storage failed: changes are refused until the service is restarted. See its log for the reason.',
};

// Nothing is drawn anew under somebody who fills something in, or presses something: a click needs what was pressed.
function inUse() {
  return document.querySelector('dialog[open], details[open] input, main :active') || document.activeElement?.closest('input, textarea, select')
    || [...document.querySelectorAll('main input, main textarea')].some((one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked);
}

const seconds = (many) => new Promise((resolve) => { setTimeout(resolve, many * 1000); });

// Looks whenever something has happened, as long as the tab is seen.
let following = false;
async function follow() {
  if (following) return;
  following = true;
  let cursor = 'latest';
  while (me?.organization_id && !document.hidden) {
    try {
      const happened = await eventsAfter(cursor, WAIT_SECONDS);
      cursor = happened.cursor;
      if (happened.count) await live();
      await seconds(PAUSE_SECONDS);
    } catch {
      // Without events, or in another organization; the timer looks meanwhile.
      cursor = 'latest';
      await seconds(LOOK_SECONDS);
    }
  }
  following = false;
}

// What waits for a human; a page says whether it may be drawn anew. A tab that is not seen only counts.
async function live() {
  if (!me) return;
  try {
    const asked = await getByTimer('/v0/approvals?status=pending&limit=200');
    badge('approvals', asked);
    count(asked);
    if (document.hidden) return;
    follow();
    badge('held', await getByTimer('/v0/held-messages?limit=200'));
    for (const one of shown) if (one.live && !inUse()) await one.render(getByTimer);
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
  await import('./push.js').then((push) => push.turnOff()).catch(() => {});
  await post('/v0/console/sign-out', {});
  forget();
  me = null;
  enter();
}

// What the screens before the console need of it.
const door = {
  address,
  done: (profile) => { me = profile; around = null; show(); },
  leave: () => history.replaceState(null, '', address('')),
  signOut,
};

function enter(note) {
  leave();
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

// From every page without a search of its own.
async function search() {
  history.pushState(null, '', address('threads'));
  await show();
  document.querySelector('form.search input')?.focus();
}

const upwards = () => { const { page, id } = here(); if (id && page) go(page.path + location.search); };

const palette = async () => (await import('./palette.js')).palette(PAGES.filter((page) => page.key && listed(page)), go);

let afterG = 0;
document.addEventListener('keydown', (event) => {
  if (me && around && (event.ctrlKey || event.metaKey) && event.key === 'k') {
    event.preventDefault();
    palette();
    return;
  }
  const typing = event.target.closest('input, textarea, select, dialog');
  if (!me || !around || typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat && 'ar'.includes(event.key)) return;
  if (event.key === '?') { help(PAGES.filter(listed)); return; }
  if (event.key === 'g') { afterG = Date.now(); return; }
  if (Date.now() - afterG < 1500) {
    afterG = 0;
    const page = PAGES.find((one) => one.key === event.key && listed(one));
    if (page) go(page.path);
    return;
  }
  if (event.key === 'Enter' && event.target.closest('main a, main button, main summary')) return;
  const action = shown.map((one) => one.keys[event.key]).findLast(Boolean) ?? { u: upwards, '/': search }[event.key];
  if (action) { event.preventDefault(); action(); }
});

document.addEventListener('click', (event) => {
  const anchor = event.target.closest('a[href]');
  if (!anchor || anchor.target || anchor.download || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(anchor.href);
  const inside = url.origin === location.origin && (url.pathname === BASE || url.pathname.startsWith(BASE + '/'));
  if (!inside || anchor.classList.contains('skip')) return;
  event.preventDefault();
  history.pushState(null, '', url.pathname + url.search);
  show();
});

window.addEventListener('popstate', show);
document.addEventListener('visibilitychange', () => { if (!document.hidden && around) live(); });
navigator.serviceWorker?.register('sw.js').catch(() => {});
wide.addEventListener('change', () => { if (me && around && here().id) show(); });
whenSignedOut(() => { me = null; enter('The session has ended.'); });
whenStepUpNeeded(() => stepUp().catch((problem) => { complain(problem); return false; }));

try {
  me = await get('/v0/console/me');
  show();
} catch (problem) {
  if (problem.code !== 'unauthorized') toast(explain(problem));
  enter();
}
