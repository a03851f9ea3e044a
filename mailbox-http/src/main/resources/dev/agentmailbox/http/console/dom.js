// Elements are made, never parsed from text: nothing a stranger wrote becomes markup.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'text') element.textContent = value;
    else if (name in element && name !== 'list' && typeof value !== 'string') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false && child !== '') element.append(child);
  }
  return element;
}

// What a stranger wrote, inside our words: its direction of writing ends with it.
export const foreign = (text) => h('bdi', { text });

// A name whose letters outside of ASCII are marked: they may look like others.
export const spelled = (name) => h('bdi', {}, [...name].map((letter) => (letter > '~' ? h('mark', { text: letter }) : letter)));
export const isOddlySpelled = (name) => /[^ -~]|(^|[.@])xn--/i.test(name);

const key = (element, at) => element.dataset.key ?? String(at);

// Which details a person has opened or closed, by the key of each and of what it stands in.
const folded = (one, at) => (one.parentElement?.closest('[data-key]')?.dataset.key ?? '') + '/' + key(one, at);

function unfolded(place) {
  const found = new Map();
  place.querySelectorAll('details').forEach((one, at) => found.set(folded(one, at), one.open));
  return found;
}

// Children that look the same stay; the others give their place to the new ones. Frames that stay do not load again.
function patch(before, made) {
  if (before.isEqualNode(made)) return before;
  if (!before.dataset || !made.dataset || !('parts' in before.dataset) || !('parts' in made.dataset)) return made;
  const known = new Map([...before.children].map((child, at) => [key(child, at), child]));
  const wanted = [...made.children].map((child, at) => {
    const old = known.get(key(child, at));
    return old ? patch(old, child) : child;
  });
  for (const child of [...before.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    if (before.children[at] !== child) before.insertBefore(child, before.children[at] ?? null);
  });
  return before;
}

// Puts what is new in the place of what is shown, unless that looks the same but for the time that went by.
export function redraw(place, made) {
  for (const time of place.querySelectorAll('time')) time.textContent = ago(time);
  const open = unfolded(place);
  made.querySelectorAll('details').forEach((one, at) => { one.open = open.get(folded(one, at)) ?? one.open; });
  const shown = place.firstElementChild;
  if (shown?.isEqualNode(made)) return false;
  const kept = shown ? patch(shown, made) : made;
  if (kept !== shown) place.replaceChildren(kept);
  return true;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const LONG_AGO = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function distance(time) {
  const minutes = (time - Date.now()) / 60000;
  if (Math.abs(minutes) < 1) return 'just now';
  const [value, unit] = Math.abs(minutes) < 60 ? [minutes, 'minute']
    : Math.abs(minutes) < 1440 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  return relative.format(Math.round(value), unit);
}

// As in a list of mail: the time of today's, the day of older.
function stamped(time) {
  const today = new Date();
  if (time.toDateString() === today.toDateString()) return CLOCK.format(time);
  return (time.getFullYear() === today.getFullYear() ? DAY : LONG_AGO).format(time);
}

function ago(element) {
  const time = new Date(element.dateTime);
  return 'stamp' in element.dataset ? stamped(time) : distance(time);
}

const timed = (iso, more) => {
  const time = h('time', { datetime: iso, title: EXACT.format(new Date(iso)), ...more });
  time.textContent = ago(time);
  return time;
};

export const when = (iso) => (iso ? timed(iso) : '');
export const stamp = (iso) => (iso ? timed(iso, { 'data-stamp': '' }) : '');
export const exactly = (iso) => h('span', { text: EXACT.format(new Date(iso)) });

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytes(count) {
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return (unit && value < 10 ? value.toFixed(1) : Math.round(value)) + ' ' + UNITS[unit];
}

export const number = (value) => new Intl.NumberFormat('en').format(value);
export const percent = (value) => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(value);
export const counted = (count, one, many = one + 's') => number(count) + ' ' + (count === 1 ? one : many);
export const plain = (name) => name.replaceAll('_', ' ');
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
