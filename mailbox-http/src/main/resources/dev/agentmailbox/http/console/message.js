// One message of a conversation: folded to a line, or whole, with its parts, headers, source and files.
import { get, seg } from './api.js';
import { facts, tabs, tag } from './components.js';
import { bytes, exactly, foreign, h, stamp } from './dom.js';
import { icon } from './icons.js';
import { ALERTS, labels } from './lists.js';
import { attachments, shown, text } from './stranger.js';
import { called, enclosed } from './threads.js';

export const base = (inboxId) => '/v0/inboxes/' + seg(inboxId);
export const messagePath = (message) => base(message.inbox_id) + '/messages/' + seg(message.message_id);
export const bare = (address) => /<([^<>]*)>\s*$/.exec(address)?.[1] || address;

const MOST_SOURCE_CHARACTERS = 256 * 1024;
const SOURCE_SECONDS = 30;

// A message never changes: what the server made of it is asked for once.
async function rendered(view, message) {
  const known = (view.kept.rendered ??= new Map());
  if ((message.html || message.direction === 'inbound') && !known.has(message.message_id)) known.set(message.message_id, await view.get(messagePath(message) + '/rendered'));
  return known.get(message.message_id);
}

// The bytes as they came, shown as characters.
async function source(message) {
  const raw = await get(messagePath(message) + '/raw');
  const url = new URL(raw.download_url);
  if (url.origin !== location.origin) throw new Error('The source is only available through the API.');
  const answer = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(SOURCE_SECONDS * 1000) });
  if (!answer.ok) throw new Error('The source cannot be read now.');
  const all = await answer.text();
  return all.length > MOST_SOURCE_CHARACTERS ? all.slice(0, MOST_SOURCE_CHARACTERS) + '\n… and more.' : all;
}

const GOOD = { pass: 'good', fail: 'bad', softfail: 'alert' };

// Whether the sender is who the mail says; nothing is said when nothing was checked.
function proved(message) {
  const checked = Object.entries(message.authentication ?? {}).filter(([name, value]) => name !== 'aligned_domain' && value && value !== 'none');
  if (message.direction !== 'inbound' || !checked.length) return null;
  return h('div', { class: 'proof' }, checked.map(([name, value]) => tag(name.toUpperCase() + ' ' + value, GOOD[value] ?? '')),
    message.authentication.aligned_domain && h('span', { class: 'soft small' }, 'for ', foreign(message.authentication.aligned_domain)));
}

const VIEWS = [['mail', 'Message'], ['agent', 'As the agent reads it'], ['headers', 'Headers'], ['source', 'Source']];

const headers = (message) => h('dl', { class: 'facts headers' }, Object.entries(message.headers ?? {}).map(([name, value]) =>
  [h('dt', { text: name }), h('dd', {}, foreign(String(value)))]));

// What an attack on the agent is made of, where it cannot be marked in its place.
const instructions = (phrases) => phrases.length > 0 && h('div', { class: 'notice', role: 'note' }, icon('alert'), h('div', {},
  h('p', { class: 'strong', text: 'This mail may try to instruct the agent:' }), h('ul', {}, phrases.map((phrase) => h('li', {}, '“', foreign(phrase), '”')))));

function body(view, message, made) {
  const chosen = (view.kept.views ??= new Map());
  const id = message.message_id;
  const html = made?.html !== undefined;
  const phrases = made?.instructions ?? [];
  const now = chosen.get(id)?.name ?? 'mail';
  const choose = async (name) => {
    chosen.set(id, { name, source: name === 'source' ? await source(message) : undefined });
    await view.refresh();
  };
  return h('div', { class: 'body' },
    h('div', { class: 'row spread' },
      facts([['From', foreign(bare(message.from))], ['To', foreign(message.to.join(', '))], ['Cc', message.cc.length > 0 && foreign(message.cc.join(', '))],
        ['Bcc', message.bcc.length > 0 && foreign(message.bcc.join(', '))], ['Date', exactly(message.timestamp)]]),
      tabs(VIEWS.filter(([name]) => html || name !== 'agent'), now, choose)),
    proved(message), instructions(phrases.filter((phrase) => (html && now === 'mail') || !message.text?.includes(phrase))),
    now === 'headers' ? headers(message) : now === 'source' ? h('pre', { class: 'mail source', text: chosen.get(id).source })
      : [html && now === 'mail' ? shown(made, undefined, message.direction === 'inbound') : text(message.text, phrases),
        attachments(message.attachments, (file) => messagePath(message) + '/attachments/' + seg(file.attachment_id))]);
}

// The last one is open, and what is held; the others say in a line who wrote what.
export async function messageCard(view, message, { open, above }) {
  const files = enclosed(message.attachments);
  return h('details', { class: 'card message ' + message.direction, 'data-key': message.message_id, open },
    h('summary', {}, h('span', { class: 'who' }, icon(message.direction === 'outbound' ? 'sends' : 'person'), foreign(called(message.from))),
      h('span', { class: 'preview' }, foreign(message.preview ?? '')),
      h('span', { class: 'marks' }, labels(message.labels.filter((name) => ALERTS.includes(name))), files > 0 && h('span', { class: 'clips' }, icon('clip'), String(files))),
      h('span', { class: 'size', text: bytes(message.size) }), h('span', { class: 'time' }, stamp(message.timestamp))),
    above, body(view, message, await rendered(view, message)));
}
