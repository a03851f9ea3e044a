// The frame around every page: the navigation in groups, the bar of a phone, and the list of keys.
import { button, dialog, press } from './components.js';
import { h } from './dom.js';
import { icon } from './icons.js';

const BAR = ['approvals', 'held', 'threads', 'inboxes'];
const count = (page) => page.badge && h('span', { class: 'count', 'data-badge': page.badge, hidden: true });

const item = (frame) => (page) => h('a', { class: 'item', href: frame.address(page.path), 'data-page': page.path },
  icon(page.sign), h('span', { class: 'name', text: page.name }), count(page));

function groups(frame) {
  const found = new Map();
  for (const page of frame.pages.filter((one) => one.group !== undefined)) {
    found.set(page.group, [...(found.get(page.group) ?? []), page]);
  }
  return [...found].map(([name, pages]) => h('div', { class: 'group', role: 'group', 'aria-label': name || 'Start' },
    name && h('div', { class: 'heading', 'aria-hidden': 'true', text: name }), pages.map(item(frame))));
}

function account(frame) {
  const { email, organization, role, asked } = frame.person;
  return h('div', { class: 'who' },
    h('a', { class: 'item', href: frame.address('account'), 'data-page': 'account', title: email }, icon('account'),
      h('span', { class: 'name', text: 'Account' })),
    h('a', { class: 'item', href: document.querySelector('link[rel=help]').href }, icon('docs'),
      h('span', { class: 'name', text: 'Documentation' })),
    h('div', { class: 'person' }, h('div', { class: 'clip', text: email, title: email }),
      h('div', { class: 'soft clip', text: organization ? organization + ', ' + role : 'no organization' })),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'quiet', text: asked ? 'Organizations (' + asked + ' new)' : 'Organizations', onclick: frame.organizations }),
      h('button', { type: 'button', class: 'quiet', text: 'Sign out', onclick: press(frame.signOut) })));
}

// The frame is made once for a person; pages come and go inside it.
export function frame(given) {
  const menu = h('button', { type: 'button', class: 'item', 'aria-expanded': 'false', 'aria-controls': 'side',
    onclick: () => open(shell.dataset.menu === undefined) }, icon('menu'), h('span', { class: 'name', text: 'Menu' }));
  const shell = h('div', { class: 'shell' },
    h('nav', { class: 'side', id: 'side', 'aria-label': 'Pages' },
      h('a', { class: 'brand', href: given.address('') }, icon('threads'), h('span', { text: 'Agent Mailbox' })),
      groups(given), account(given)),
    h('main', { id: 'main', tabIndex: -1 }, h('p', { class: 'banner', role: 'status', 'data-store': '', hidden: true }),
      h('div', { id: 'place' })),
    h('nav', { class: 'bar', 'aria-label': 'Most used pages' },
      given.pages.filter((page) => BAR.includes(page.path)).map(item(given)), menu));
  function open(shown) {
    if (shown) shell.dataset.menu = '';
    else delete shell.dataset.menu;
    menu.setAttribute('aria-expanded', String(shown));
    if (shown) shell.querySelector('nav.side a').focus();
  }
  shell.addEventListener('keydown', (event) => { if (event.key === 'Escape') open(false); });
  return { shell, place: shell.querySelector('#place'), close: () => open(false) };
}

// Says where one is, in each navigation.
export function mark(shell, path) {
  for (const one of shell.querySelectorAll('[data-page]')) {
    if (one.dataset.page === path) one.setAttribute('aria-current', 'page');
    else one.removeAttribute('aria-current');
  }
}

export function badge(name, answer) {
  for (const one of document.querySelectorAll('[data-badge=' + name + ']')) {
    one.textContent = answer.next_page_token ? answer.count + '+' : answer.count;
    one.hidden = !answer.count;
  }
}

const KEYS = [['j k', 'Next and previous'], ['Enter', 'Open'], ['u', 'Back to the list'], ['n p', 'Next and previous of the opened mail'],
  ['/', 'Search all mail'], ['Ctrl K', 'Go to any page, inbox or mail'], ['e', 'Reply, or edit the message to be approved'],
  ['a b r', 'Approve, send back or reject the opened mail; you have ten seconds to undo'], ['x', 'Choose several messages to review together'], ['?', 'This list']];

export function help(pages) {
  const row = ([keys, text]) => h('tr', {}, h('td', {}, keys.split(' ').map((one) => [h('kbd', { text: one }), ' '])), h('td', { text }));
  dialog('Keyboard shortcuts', (close) => h('div', {},
    h('div', { class: 'halves' }, [KEYS, pages.filter((page) => page.key).map((page) => ['g ' + page.key, page.name])]
      .map((rows) => h('table', { class: 'keys' }, h('tbody', {}, rows.map(row))))),
    h('div', { class: 'row actions' }, button('Close', () => close(), { kind: 'first' }))));
}
