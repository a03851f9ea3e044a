// Mail of others, as something to look at. The server has made it safe; here it is only shown.
import { get } from './api.js';
import { foreign, h, press } from './dom.js';

const COUNT = 5;

// A frame that runs nothing, loads nothing and goes nowhere.
const frame = (html) => h('iframe', { class: 'mail', sandbox: '', title: 'HTML part', srcdoc: html, referrerpolicy: 'no-referrer' });

const warning = (...content) => h('p', { class: 'alert', role: 'note' }, content);

function warnings(mail) {
  const found = mail.links.filter((link) => link.mismatch).slice(0, COUNT)
    .map((link) => warning('The link “', foreign(link.label), '” leads to ', foreign(link.host), '.'));
  if (mail.text_differs) found.push(warning('The text part says something else than the HTML part.'));
  if (mail.html_unreadable) {
    found.push(warning('The HTML part is too complex to be shown safely. Recipients may see something else than the text part.'));
  }
  if (mail.hidden_text) found.push(warning('Text that recipients do not see: “', foreign(mail.hidden_text), '”'));
  if (mail.remote_pictures.length) {
    found.push(warning('Recipients load pictures or styles from ', foreign(mail.remote_pictures.join(', ')), '. They are not shown here.'));
  }
  return found;
}

// Where each link leads, for those who cannot or do not look into the frame.
function links(mail) {
  const outside = mail.links.filter((link) => link.host);
  return outside.length ? h('div', {}, h('h3', { text: 'Links' }), h('ul', { class: 'links' }, outside.map((link) => h('li', {},
    h('strong', { class: link.mismatch ? 'bad' : '', text: link.host }), ' ', foreign(link.label),
    h('div', { class: 'small soft', text: link.url })))),
  mail.more_links && warning('There are more links than these.')) : null;
}

// Files that are saved, never opened here; the answer of the path has the link.
export const files = (list, path) => (list.length ? h('ul', { class: 'links' }, list.map((file) => h('li', {},
  h('button', { type: 'button', onclick: press(async () => {
    const link = await get(path(file));
    h('a', { href: link.download_url, download: file.filename || 'attachment' }).click();
  }) }, foreign(file.filename || 'attachment'), ', ' + file.size + ' bytes')))) : null);

// What recipients see first: the HTML, with its warnings above and its links below; the text when there is no HTML.
export function shown(mail, text) {
  const plain = h('pre', { class: 'mail', text: text || '(no text)' });
  return h('div', { class: 'shown' }, warnings(mail),
    mail.html === undefined ? plain : frame(mail.html), links(mail),
    mail.html !== undefined && text && h('details', {}, h('summary', { text: 'Text part' }), plain));
}
