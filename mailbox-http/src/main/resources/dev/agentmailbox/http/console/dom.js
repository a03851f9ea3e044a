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
  for (const child of children.flat(2)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

// What a stranger wrote, inside our words: its direction of writing ends with it.
export const foreign = (text) => h('bdi', { text });

export function toast(text, action, seconds = 6) {
  const box = document.getElementById('toasts');
  const button = action && h('button', { type: 'button', text: action.label });
  const note = h('div', { class: 'toast' }, h('span', { text }), button);
  box.append(note);
  const timer = setTimeout(() => note.remove(), seconds * 1000);
  if (button) {
    button.addEventListener('click', () => { clearTimeout(timer); note.remove(); action.run(); });
  }
  return () => { clearTimeout(timer); note.remove(); };
}

export function complain(problem) {
  const first = problem.errors && problem.errors[0];
  toast(first ? first.path + ' ' + first.message : problem.message + (problem.fix ? ' ' + problem.fix : ''));
}

// Runs what a button does; the button is off meanwhile and a problem is shown.
export function press(action) {
  return async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await action();
    } catch (problem) {
      complain(problem);
    } finally {
      button.disabled = false;
    }
  };
}

export function dialog(title, build) {
  return new Promise((done) => {
    const box = h('dialog', { 'aria-label': title });
    const close = (value) => { box.close(); box.remove(); done(value); };
    box.append(h('h1', { text: title }), build(close));
    box.addEventListener('cancel', () => close(undefined));
    document.body.append(box);
    box.showModal();
  });
}

export function confirmed(title, text, label) {
  return dialog(title, (close) => h('div', {},
    h('p', { text }),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: label, onclick: () => close(true) }),
      h('button', { type: 'button', text: 'Keep as it is', onclick: () => close(false) }))));
}

// Something that is shown once, with a way to take it along.
export function showOnce(title, text, secret) {
  return dialog(title, (close) => h('div', {},
    h('p', { text }), h('p', {}, h('code', { text: secret })),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Copy', onclick: press(() => navigator.clipboard.writeText(secret)) }),
      h('button', { type: 'button', text: 'Done', onclick: () => close() }))));
}

export function field(label, control) {
  return h('label', { class: 'field' }, h('span', { text: label }), control);
}

export function facts(pairs) {
  const list = h('dl', { class: 'facts' });
  for (const [name, value] of pairs) {
    if (value === undefined || value === '' || (Array.isArray(value) && !value.length)) continue;
    list.append(h('dt', { text: name }),
      h('dd', {}, value instanceof Node ? value : Array.isArray(value) ? value.join(', ') : String(value)));
  }
  return list;
}

export function page(title, hint, ...buttons) {
  return h('header', { class: 'page' },
    h('div', {}, h('h1', { text: title }), hint && h('p', { class: 'soft', text: hint })),
    buttons.length ? h('div', { class: 'row' }, buttons) : null);
}

export const empty = (text, next) => h('div', { class: 'empty' }, h('p', { text }), next);

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function distance(iso) {
  const minutes = (new Date(iso) - Date.now()) / 60000;
  const [value, unit] = Math.abs(minutes) < 60 ? [minutes, 'minute']
    : Math.abs(minutes) < 1440 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day'];
  return format.format(Math.round(value), unit);
}

export const when = (iso) => (iso ? h('time', { datetime: iso, title: new Date(iso).toLocaleString(), text: distance(iso) }) : '');

// Puts what is new in the place of what is shown, unless that looks the same but for the time that went by.
export function redraw(place, made) {
  for (const time of place.querySelectorAll('time')) time.textContent = distance(time.dateTime);
  const open = [...place.querySelectorAll('details')].map((one) => one.open);
  made.querySelectorAll('details').forEach((one, i) => { one.open = Boolean(open[i]); });
  if (place.firstChild?.isEqualNode(made)) return false;
  place.replaceChildren(made);
  return true;
}

export const tags = (labels, alert = false) =>
  labels.map((label) => h('span', { class: alert ? 'tag alert' : 'tag', text: label.replaceAll('_', ' ') }));
