// The parts every page is made of. Nothing here knows what a page is about.
import { capital, h, plain } from './dom.js';
import { icon } from './icons.js';

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

const LOST = 'The server cannot be reached. Check that it runs and that you are online, then try again.';

const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? '' : '.');

// What to say of a problem: what went wrong, and what to do about it when that is for a person.
export function explain(problem) {
  if (problem.name === 'TimeoutError' || problem instanceof TypeError) return LOST;
  const first = problem.errors?.[0];
  return first ? sentence(capital(plain(first.path)) + ' ' + first.message) : [problem.message, problem.fix].filter(Boolean).map(sentence).join(' ');
}

export const complain = (problem) => toast(explain(problem));

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

export const button = (text, action, { kind, sign, name, ...more } = {}) => h('button', {
  type: 'button', class: kind, 'aria-label': name, onclick: press(action), ...more }, sign && icon(sign), text);

export const anchor = (text, href, { sign, kind = 'button' } = {}) => h('a', { class: kind, href }, sign && icon(sign), text);

export function dialog(title, build) {
  return new Promise((done) => {
    const box = h('dialog', { 'aria-label': title });
    const close = (value) => { box.close(); box.remove(); done(value); };
    box.append(h('h1', { text: title }), build(close));
    box.addEventListener('cancel', () => close(undefined));
    document.body.append(box);
    box.showModal();
    box.scrollTop = 0;
  });
}

// Why somebody does not find a button here.
export const OWNERS = 'Only owners of the organization can change this.';
export const onlyOwners = (view) => !view.owner && h('p', { class: 'soft small', text: OWNERS });

export const actions = (...buttons) => h('div', { class: 'row actions' }, buttons);

export function confirmed(title, text, label, kind = 'first') {
  return dialog(title, (close) => h('div', {},
    h('p', { text }),
    actions(h('button', { type: 'button', class: kind, text: label, onclick: () => close(true) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close(false) }))));
}

// Something that is shown once, with a way to take it along.
export function showOnce(title, text, secret, next) {
  return dialog(title, (close) => h('div', {},
    h('p', { text }), h('p', { class: 'secret' }, h('code', { text: secret })), next && (next instanceof Node ? next : h('p', { class: 'soft small', text: next })),
    actions(button('Copy', async () => { await navigator.clipboard.writeText(secret); toast('Copied.'); }, { kind: 'first' }),
      h('button', { type: 'button', text: 'Done', onclick: () => close() }))));
}

export const field = (label, control, hint) => h('label', { class: 'field' },
  h('span', { class: 'label', text: label }), control, hint && h('span', { class: 'hint', text: hint }));

export const tick = (name, text, checked, hint) => h('label', { class: 'tick' },
  h('input', { type: 'checkbox', name, checked }), h('span', {}, text, hint && h('span', { class: 'hint', text: hint })));

export const ticked = (box) => [...box.querySelectorAll('input[type=checkbox]:checked')].map((input) => input.name);

export const select = (name, values, chosen, more = {}) => h('select', { 'aria-label': name, ...more },
  values.map(([value, text]) => h('option', { value, text, selected: value === chosen })));

// Says at the control what is wrong with it, and below a form what is wrong with all of it.
function blame(box, general, control, text) {
  const label = control?.closest('label.field');
  if (!label) {
    general.textContent = text;
    general.hidden = false;
    return;
  }
  const id = 'wrong-' + (control.name || 'field');
  label.append(h('span', { class: 'wrong', id, text }));
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', id);
}

function forgive(box, general) {
  general.hidden = true;
  for (const note of box.querySelectorAll('label .wrong')) note.remove();
  for (const control of box.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}

// A form whose problems stand at their field. While it is sent, its button is off.
export function form(parts, label, submit, { close, kind = 'stacked', also } = {}) {
  const general = h('p', { class: 'wrong', role: 'alert', hidden: true });
  const send = h('button', { class: kind === 'line' ? undefined : 'first', text: label });
  const box = h('form', { class: kind, noValidate: true, onsubmit: async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    forgive(box, general);
    const wrong = [...box.elements].find((control) => !control.validity.valid);
    if (wrong) {
      blame(box, general, wrong, wrong.validationMessage);
      wrong.focus();
      return;
    }
    send.disabled = true;
    send.setAttribute('aria-busy', 'true');
    try {
      await submit(box);
    } catch (problem) {
      const first = problem.errors?.[0];
      const control = first && box.elements.namedItem(first.path.split(/[.[]/)[0]);
      blame(box, general, control, control ? sentence(first.message) : explain(problem));
      control?.focus?.();
    } finally {
      send.disabled = false;
      send.removeAttribute('aria-busy');
    }
  } }, parts, kind === 'line' ? [send, also, general]
    : [general, actions(send, also, close && h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))]);
  return box;
}

export function facts(pairs) {
  const list = h('dl', { class: 'facts' });
  for (const [name, value] of pairs) {
    if (value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && !value.length)) continue;
    list.append(h('dt', { text: name }),
      h('dd', {}, value instanceof Node ? value : Array.isArray(value) ? value.join(', ') : String(value)));
  }
  return list;
}

export function page(title, hint, ...buttons) {
  const shown = buttons.flat().filter(Boolean);
  return h('header', { class: 'page' },
    h('div', { class: 'title' }, h('h1', { dir: 'auto', text: title }), hint && h('p', { class: 'soft' }, hint)),
    shown.length ? h('div', { class: 'row' }, shown) : null);
}

export const section = (title, ...content) => h('section', {}, title && h('h2', { text: title }), content);

export const empty = (sign, text, hint, next) => h('div', { class: 'empty' }, icon(sign),
  h('p', { class: 'strong', text }), hint && h('p', { text: hint }), next);

export const tag = (text, kind = '') => h('span', { class: 'tag ' + kind, text });
export const tags = (labels, alert = false) => labels.map((label) => tag(plain(label), alert ? 'alert' : ''));

export const cell = (...content) => h('td', {}, content);

// On a narrow screen each row stands by itself, with the name of the column before each value.
export function table(names, rows, more = {}) {
  for (const row of rows) [...row.cells].forEach((one, at) => { if (names[at]) one.dataset.name = names[at]; });
  return h('div', { class: 'scroll', role: 'group', tabIndex: 0, 'aria-label': names.filter(Boolean).join(', ') },
    h('table', more, h('thead', {}, h('tr', {}, names.map((name) =>
      (name ? h('th', { scope: 'col', text: name }) : h('td', {}))))), h('tbody', {}, rows)));
}

export const figure = (name, value, note, href) => h(href ? 'a' : 'div', { class: 'card figure', href },
  h('span', { class: 'soft small', text: name }), h('span', { class: 'number', text: value }),
  note && h('span', { class: 'soft small', text: note }));

// What is looked at rarely, with the identifiers that a log or the API wants.
export const details = (summary, key, ...content) => h('details', { 'data-key': key }, h('summary', { text: summary }), content);

// One of several views of the same thing; which one is chosen is kept by the caller.
export function tabs(names, chosen, choose) {
  return h('div', { class: 'tabs', role: 'group' }, names.map(([name, text]) => h('button', {
    type: 'button', text, 'aria-pressed': String(name === chosen), onclick: press(() => choose(name)) })));
}
