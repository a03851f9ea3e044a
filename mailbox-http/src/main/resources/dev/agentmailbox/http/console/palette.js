// Everything one may see, by its name: pages, inboxes, and mail by its words.
import { get, query } from './api.js';
import { foreign, h } from './dom.js';
import { icon } from './icons.js';
import { called } from './threads.js';

const TYPING_MILLIS = 150;
const MOST = 8;

// Each word occurs somewhere.
const matches = (text, words) => words.every((word) => text.toLowerCase().includes(word));

async function inboxes() {
  const all = await get('/v0/inboxes?limit=200').catch(() => ({ inboxes: [] }));
  return all.inboxes.map((inbox) => ({ sign: 'inboxes', name: inbox.inbox_id, note: inbox.display_name, path: 'inboxes/' + inbox.inbox_id }));
}

async function mail(words) {
  const found = await get('/v0/threads/search' + query({ q: words, limit: MOST })).catch(() => ({ threads: [] }));
  return found.threads.map((thread) => ({ sign: 'threads', name: thread.subject || '(no subject)', note: thread.senders.map(called).join(', '),
    path: 'threads/' + thread.thread_id + query({ q: words }) }));
}

export function palette(pages, go) {
  if (document.querySelector('dialog[open]')) return;
  let shown = [];
  let at = 0;
  let asked = 0;
  let timer = 0;
  const places = pages.map((page) => ({ sign: page.sign ?? 'next', name: page.name, note: page.group, path: page.path }));
  const known = inboxes();
  const list = h('ul', { class: 'palette', role: 'listbox', id: 'palette', 'aria-label': 'Results' });
  const input = h('input', { type: 'search', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'palette', 'aria-label': 'Go to', autocomplete: 'off',
    placeholder: 'Go to a page, an inbox or mail' });
  const box = h('dialog', { class: 'palette', 'aria-label': 'Go to' }, input, list, h('p', { class: 'soft small', role: 'status' }));
  const close = () => { clearTimeout(timer); asked = -1; box.close(); box.remove(); };
  const open = (one) => { close(); go(one.path); };

  function choose(index) {
    at = shown.length ? (index + shown.length) % shown.length : 0;
    [...list.children].forEach((li, i) => li.setAttribute('aria-selected', String(i === at)));
    if (shown.length) input.setAttribute('aria-activedescendant', 'palette-' + at);
    else input.removeAttribute('aria-activedescendant');
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  function draw(found) {
    shown = found;
    list.replaceChildren(...found.map((one, i) => h('li', { role: 'option', id: 'palette-' + i, onclick: () => open(one) }, icon(one.sign),
      h('span', { class: 'name' }, foreign(one.name)), one.note && h('span', { class: 'soft clip' }, foreign(one.note)))));
    box.lastChild.textContent = found.length ? '' : 'Nothing found.';
    choose(0);
  }

  async function find() {
    const text = input.value.trim();
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const mine = ++asked;
    const named = [...places, ...words.length ? await known : []].filter((one) => matches(one.name + ' ' + (one.note ?? ''), words)).slice(0, text ? MOST : places.length);
    if (mine !== asked) return;
    draw(named);
    if (text.length < 2) return;
    const hits = await mail(text);
    if (mine === asked) draw([...named, ...hits]);
  }

  input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(find, TYPING_MILLIS); });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(at + step);
    else if (event.key === 'Enter' && shown[at]) open(shown[at]);
    else return;
    event.preventDefault();
  });
  box.addEventListener('cancel', close);
  box.addEventListener('click', (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  find();
}
