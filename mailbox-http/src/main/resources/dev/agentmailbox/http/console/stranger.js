// Mail of others, as something to look at. The server has made it safe; here it is only shown.
import { get } from './api.js';
import { actions, button, dialog, press, tabs } from './components.js';
import { bytes, counted, foreign, h, spelled } from './dom.js';
import { icon } from './icons.js';

const COUNT = 5;
const EDGES = 2;

// A file, because the policy of the page has no styles of its own.
const SHEET = '<link rel="stylesheet" href="' + new URL('frame.css', import.meta.url) + '">';

// The look that the server left of the mail's styles. Set by script, because the policy of the page forbids styles in markup.
function dress(mail) {
  for (const one of mail.querySelectorAll('[data-style]')) one.style.cssText = one.dataset.style;
}

// A frame that runs nothing, loads nothing but our style sheet and goes nowhere. It has our origin so that it can be measured and dressed from here.
function frame(html) {
  const box = h('iframe', { class: 'mail', sandbox: 'allow-same-origin', title: 'HTML part', srcdoc: SHEET + html, referrerpolicy: 'no-referrer' });
  box.addEventListener('load', () => {
    const mail = box.contentDocument;
    dress(mail);
    const fit = () => { box.height = String(Math.ceil(mail.documentElement.getBoundingClientRect().height) + EDGES); };
    new ResizeObserver(fit).observe(mail.documentElement);
    fit();
  });
  return box;
}

const warning = (...content) => h('p', { class: 'alert', role: 'note' }, content);

function warnings(mail, incoming) {
  const found = mail.links.filter((link) => link.mismatch).slice(0, COUNT)
    .map((link) => warning('The link “', foreign(link.label), '” leads to ', foreign(link.host), '.'));
  if (mail.text_differs) found.push(warning('The text part differs from the HTML part.'));
  if (mail.html_unfaithful) {
    found.push(incoming ? h('p', { class: 'soft small', text: 'The styles of this message are not applied. Its sender may have meant another look.' })
      : warning('The HTML hides, adds or moves text, or may do so. What recipients see may differ from what is shown here.'));
  }
  if (mail.html_unreadable) {
    found.push(warning('The HTML part is too complex to be shown safely. What recipients see may differ from the text part.'));
  }
  if (mail.hidden_text) found.push(warning('Text that recipients cannot see: “', foreign(mail.hidden_text), '”'));
  if (mail.remote_pictures.length) {
    found.push(warning('Recipients load pictures or styles from ', foreign(mail.remote_pictures.join(', ')), '. They are not shown here.'));
  }
  return found;
}

// Where each link leads, for those who cannot or do not look into the frame.
function links(mail) {
  const outside = mail.links.filter((link) => link.host);
  if (!outside.length) return null;
  const wrong = outside.some((link) => link.mismatch);
  return h('details', { 'data-key': 'links', open: wrong || outside.length <= COUNT }, h('summary', { text: counted(outside.length, 'link') }),
    h('ul', { class: 'links' }, outside.map((link) => h('li', {},
      h('strong', { class: link.mismatch ? 'bad' : '' }, spelled(link.host)), ' ', foreign(link.label),
      h('div', { class: 'small soft', text: link.url })))),
    mail.more_links && warning('There are more links than these.'));
}

// What the HTML has besides: titles, values of fields, parts that few programs show.
const besides = (mail, incoming) => mail.not_shown.length > 0 && h('details', { 'data-key': 'besides', open: !incoming },
  h('summary', { text: 'Also in this mail' }), h('ul', { class: 'links' }, mail.not_shown.map((one) => h('li', {}, foreign(one)))));

// The phrases are marked where they first stand.
function marked(content, phrases) {
  const cut = phrases.map((phrase) => [content.indexOf(phrase), phrase]).filter(([at]) => at >= 0).sort(([one], [other]) => one - other);
  const parts = [];
  let end = 0;
  for (const [at, phrase] of cut) {
    if (at < end) continue;
    parts.push(content.slice(end, at), h('mark', { text: phrase }));
    end = at + phrase.length;
  }
  return [...parts, content.slice(end)];
}

export const text = (content, phrases = []) => h('pre', { class: 'mail', dir: 'auto' }, content ? marked(content, phrases) : '(no text)');

// What recipients see first: the HTML, with its warnings above and its links below; the text when there is no HTML.
export function shown(mail, content, incoming = false) {
  return h('div', { class: 'shown' }, warnings(mail, incoming), mail.html === undefined ? text(content) : frame(mail.html), links(mail), besides(mail, incoming),
    mail.html !== undefined && content && h('details', { 'data-key': 'text' }, h('summary', { text: 'Text part' }), text(content)));
}

const READINGS = [['recipients', 'As recipients see it'], ['agent', 'As the agent reads it']];

// The HTML, and one tab away the text. Drawn in place: what is being typed elsewhere on the page stays.
export function readings(mail, content) {
  if (mail.html === undefined) return shown(mail, content);
  const box = h('div', { class: 'readings' });
  const draw = (now) => {
    box.replaceChildren(tabs(READINGS, now, (name) => { draw(name); box.querySelector('[aria-pressed=true]').focus(); }),
      now === 'agent' ? text(content) : shown(mail));
  };
  draw('recipients');
  return box;
}

async function save(file, path) {
  const link = await get(path(file));
  h('a', { href: link.download_url, download: file.filename || 'attachment' }).click();
}

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MOST_PICTURE_BYTES = 8 * 1024 * 1024;
const MOST_PICTURE_PIXELS = 720;
const MOST_TEXT_BYTES = 256 * 1024;
const PREVIEW_SECONDS = 30;

const type = (file) => (file.content_type || '').split(';')[0].trim().toLowerCase();
const isPicture = (file) => PICTURES.includes(type(file)) && file.size <= MOST_PICTURE_BYTES;
const isText = (file) => ['text/plain', 'text/csv', 'text/calendar', 'application/json'].includes(type(file)) && file.size <= MOST_TEXT_BYTES;

// A picture becomes pixels and a text becomes characters: nothing in a file can run, link or load.
async function preview(file, path) {
  const link = await get(path(file));
  const url = new URL(link.download_url);
  if (url.origin !== location.origin) throw new Error('This file can be saved, not shown here.');
  const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(PREVIEW_SECONDS * 1000) });
  if (!answer.ok) throw new Error('The file cannot be read now.');
  if (isText(file)) return text(await answer.text());
  const picture = await createImageBitmap(new Blob([await answer.arrayBuffer()], { type: type(file) }))
    .catch(() => { throw new Error('This picture cannot be shown. Save the file instead.'); });
  const scale = Math.min(1, MOST_PICTURE_PIXELS / Math.max(picture.width, picture.height));
  const canvas = h('canvas', { role: 'img', 'aria-label': 'Preview of ' + (file.filename || 'attachment'),
    width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) });
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

const look = (file, path) => async () => {
  const name = file.filename || 'attachment';
  const shownFile = await preview(file, path);
  await dialog(name, (close) => h('div', { class: 'preview' }, shownFile,
    actions(button('Save', () => save(file, path), { kind: 'first' }), button('Close', () => close()))));
};

// Files are saved; pictures and texts can be looked at here when a person asks for it.
export function attachments(list, path) {
  if (!list.length) return null;
  return h('section', { class: 'files', 'aria-label': 'Attachments' }, h('h2', { class: 'minor', text: counted(list.length, 'attachment') }),
    h('ul', {}, list.map((file) => h('li', {},
      h('button', { type: 'button', class: 'file', title: 'Save', onclick: press(() => save(file, path)) }, icon('file'),
        h('span', { class: 'name' }, foreign(file.filename || 'attachment')), h('span', { class: 'soft small', text: bytes(file.size) })),
      (isPicture(file) || isText(file))
        && button('Preview', look(file, path), { kind: 'quiet', name: 'Preview ' + (file.filename || 'attachment') })))));
}
