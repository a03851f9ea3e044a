// Lists: more and more of what an operation lists, and walking through it with j and k.
import { h, press } from './dom.js';

export const cell = (...content) => h('td', {}, content);

export function table(names, rows) {
  return h('div', { class: 'scroll', role: 'group', tabIndex: 0, 'aria-label': names.filter(Boolean).join(', ') },
    h('table', {}, h('thead', {}, h('tr', {}, names.map((name) => h('th', { text: name })))), h('tbody', {}, rows)));
}

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
  const more = token && h('p', {}, h('button', { type: 'button', text: 'Show more', onclick: press(async () => {
    view.kept[path] = wanted + 1;
    await view.refresh();
  }) }));
  return { items, more };
}

// A list with j, k and Enter. What was chosen stays so when the list is drawn anew; when it is gone, the next in its place.
export function chooser(view, items, id, card) {
  const { kept } = view;
  const list = h('ul', { class: 'list' }, items.map((item) =>
    h('li', { class: id(item) === kept.chosen ? 'chosen' : undefined }, card(item))));
  const at = () => items.findIndex((item) => id(item) === kept.chosen);
  const choose = (index) => {
    if (!items.length) return;
    kept.at = Math.max(0, Math.min(items.length - 1, index));
    kept.chosen = id(items[kept.at]);
    [...list.children].forEach((li, i) => li.classList.toggle('chosen', i === kept.at));
    list.children[kept.at].scrollIntoView({ block: 'nearest' });
  };
  view.keys.j = () => choose(at() < 0 ? kept.at || 0 : at() + 1);
  view.keys.k = () => choose(at() < 0 ? kept.at || 0 : at() - 1);
  view.keys.Enter = () => list.children[at()]?.querySelector('a')?.click();
  return { list, current: () => items[at()] };
}
