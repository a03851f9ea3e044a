// Lists: more and more of what an operation lists, and walking through it with j and k.
import { button, tag } from './components.js';
import { bytes, foreign, h, plain, stamp } from './dom.js';
import { icon } from './icons.js';

// As many pages as the human has asked for. Who has gone further down is not disturbed by newer things.
export async function pages(view, path, name, size = 50) {
  const wanted = view.kept[path] || 1;
  const items = [];
  let token;
  for (let read = 0; read < wanted; read++) {
    const answer = await view.get(path + (path.includes('?') ? '&' : '?')
      + new URLSearchParams({ limit: size, ...(token && { page_token: token }) }));
    items.push(...answer[name]);
    token = answer.next_page_token;
    if (!token) break;
  }
  if (wanted > 1) view.live = false;
  const more = token && h('p', { class: 'more' }, button('Show more', async () => {
    view.kept[path] = wanted + 1;
    await view.refresh();
  }));
  return { items, more };
}

// The places of the list that was shown last, for going on from an opened one.
let places = [];

// What stands before and after a place in the list it was opened from.
export function beside(id) {
  const at = places.indexOf(id);
  return at < 0 ? {} : { before: places[at - 1], after: places[at + 1] };
}

// To the one before and after in the list, and back to it.
export function around(view, folder, id, name) {
  const { before, after } = beside(id);
  view.keys.p = () => before && view.go(folder + '/' + before);
  view.keys.n = () => after && view.go(folder + '/' + after);
  const step = (to, sign, text) => (to ? h('a', { class: 'button quiet', href: view.address(folder + '/' + to) + location.search, 'aria-label': text, title: text }, icon(sign)) : null);
  return h('div', { class: 'around' },
    h('a', { class: 'button quiet back', href: view.address(folder) + location.search }, icon('back'), name),
    h('span', { class: 'steps' }, step(before, 'back', 'Previous'), step(after, 'next', 'Next')));
}

const rows = () => [...document.querySelectorAll('ul[data-chooser] > li')];

// A list with j, k and Enter. What was chosen stays so when the list is drawn anew; when it is gone, the next in its place.
export function chooser(view, items, id, row, mark) {
  const { kept } = view;
  const opened = view.opened();
  if (view.split) places = items.map(id);
  const current = () => view.opened() || kept.chosen;
  const list = h('ul', { class: 'list', 'data-chooser': '', 'data-parts': '' }, items.map((item) =>
    h('li', { 'data-key': id(item), class: id(item) === (opened || kept.chosen) ? 'chosen' : undefined }, mark?.(item), row(item))));
  const at = () => items.findIndex((item) => id(item) === current());
  const choose = (index) => {
    if (!items.length) return;
    kept.at = Math.max(0, Math.min(items.length - 1, index));
    kept.chosen = id(items[kept.at]);
    rows().forEach((li, i) => li.classList.toggle('chosen', i === kept.at));
    const chosen = rows()[kept.at];
    chosen?.scrollIntoView({ block: 'nearest' });
    if (view.opened()) chosen?.querySelector('a')?.click();
  };
  view.keys.j = () => choose(at() < 0 ? kept.at || 0 : at() + 1);
  view.keys.k = () => choose(at() < 0 ? kept.at || 0 : at() - 1);
  view.keys.Enter = () => rows()[at()]?.querySelector('a')?.click();
  return list;
}

// Labels that every message has say nothing in a list.
const PLAIN = ['received', 'sent', 'unread', 'draft'];
export const ALERTS = ['held', 'spam', 'blocked', 'unauthenticated'];

export const labels = (names) => names.filter((name) => !PLAIN.includes(name))
  .map((name) => tag(plain(name), ALERTS.includes(name) ? 'alert' : ''));

// One mail in a list: who, what, when, and the rest in small. On a narrow list it takes three lines.
export const mailRow = ({ href, unread, who, subject, preview, marks, files, size, time, below, apart, brief }) => h('a', {
  class: ['mail-row', unread && 'unread', apart && 'apart', brief && 'brief'].filter(Boolean).join(' '), href },
h('span', { class: 'who' }, unread && h('span', { class: 'dot', role: 'img', 'aria-label': 'Unread' }), who),
h('span', { class: 'what' }, h('span', { class: 'subject' }, subject ? foreign(subject) : '(no subject)'),
  preview && h('span', { class: 'preview' }, foreign(preview))),
h('span', { class: 'marks' }, marks,
  files > 0 && h('span', { class: 'clips', title: files === 1 ? '1 attachment' : files + ' attachments' }, icon('clip'), files > 1 && String(files))),
size !== undefined && h('span', { class: 'size', text: bytes(size) }),
h('span', { class: 'time' }, stamp(time)),
below && h('span', { class: 'below' }, below));

// A thing of ours in a list: its name, what it is like, and when.
export const thingRow = ({ href, name, marks, note, time }) => h('a', { class: 'thing-row', href },
  h('span', { class: 'name' }, name), h('span', { class: 'marks' }, marks),
  h('span', { class: 'note' }, note), h('span', { class: 'time' }, stamp(time)));
