// HTML that strangers wrote, as something to look at: what is not on these lists is left out, its text stays.
import { h } from './dom.js';

const ELEMENTS = new Set(('a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd '
  + 'del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p '
  + 'pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr').split(' '));
const WITHOUT_TEXT = new Set(('script style template iframe object embed applet frame frameset noframes noembed svg math '
  + 'title head select textarea audio video canvas xmp plaintext').split(' '));
const ATTRIBUTES = new Set(['alt', 'align', 'valign', 'border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'width', 'height', 'dir', 'lang', 'start']);
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;
const MAX_DEPTH = 100;

// The policy of the page would complain of styles and bases while they are read; under other names they are none.
const NO_STYLE = 'x-mailbox-s';
const quiet = (html) => html.replace(/<(\/?)style\b/gi, '<$1template').replace(/<base\b/gi, '<' + NO_STYLE)
  .replace(/(["'\s/])style(?=\s*=)/gi, '$1' + NO_STYLE);

// A copy made of known parts only; nothing of the original is taken over as it is.
function copy(from, to, depth) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      to.append(node.data.replaceAll(NO_STYLE, 'style'));
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const name = node.localName;
      if (WITHOUT_TEXT.has(name)) continue;
      let inside = to;
      if (ELEMENTS.has(name) && depth < MAX_DEPTH) {
        inside = to.ownerDocument.createElement(name);
        for (const { name: key, value } of node.attributes) {
          if (ATTRIBUTES.has(key)) inside.setAttribute(key, value);
        }
        // A link says where it goes and goes nowhere; pictures are those that came with the mail.
        if (name === 'a' && node.getAttribute('href')) inside.title = node.getAttribute('href');
        if (name === 'img' && PICTURE.test(node.getAttribute('src') || '')) inside.src = node.getAttribute('src');
        to.append(inside);
      }
      copy(node, inside, depth + 1);
    }
  }
}

export function sanitised(html) {
  const parsed = new DOMParser().parseFromString(quiet(html), 'text/html');
  const clean = document.implementation.createHTMLDocument('');
  copy(parsed.body, clean.body, 0);
  return clean.body.innerHTML;
}

// On top of that a frame that runs nothing, loads nothing and goes nowhere.
export function frame(html) {
  return h('details', {}, h('summary', { text: 'Show the HTML part' }),
    h('iframe', { class: 'mail', sandbox: '', title: 'HTML part', srcdoc: sanitised(html), referrerpolicy: 'no-referrer' }));
}
