// Conversations of all inboxes, newest first.
import { query } from './api.js';
import { button, empty, page, tag } from './components.js';
import { foreign, h } from './dom.js';
import { chooser, labels, mailRow, pages } from './lists.js';

// Who asks for what is hidden by default wants to see it.
const revealing = (label) => (['spam', 'blocked', 'trash', 'unauthenticated'].includes(label) ? { ['include_' + label]: true } : {});

// The name of an address, as long as there is one.
export const called = (address) => /^\s*"?([^"<]*?)"?\s*<[^<>]*>\s*$/.exec(address)?.[1] || address;

// Inline files, such as a logo, are not listed as attachments.
export const enclosed = (files) => files.filter((file) => file.content_disposition !== 'inline').length;

// Who a conversation is with: the others, or those an inbox wrote to when nobody answered.
function people(thread, held) {
  const others = thread.senders.filter((sender) => !sender.includes(thread.inbox_id));
  if (others.length) return foreign(thread.senders.map(called).join(', '));
  if (thread.recipients.length && thread.senders.length) return h('span', {}, 'To ', foreign(thread.recipients.map(called).join(', ')));
  return held?.from ? foreign(called(held.from)) : 'Held';
}

// What is held is not in the list of threads; its sender and subject come from the list of held mail.
export async function holdings(view, threads) {
  if (!threads.some((thread) => thread.labels.includes('held'))) return new Map();
  const { messages } = await view.get('/v0/held-messages?limit=200');
  return new Map(messages.map((message) => [message.thread_id, message]));
}

export const threadList = (view, threads, held, { within } = {}) => chooser(view, threads, (thread) => thread.thread_id, (thread) => mailRow({
  href: view.address('threads/' + thread.thread_id) + (view.split ? location.search : ''),
  unread: thread.labels.includes('unread'),
  who: h('span', {}, people(thread, held.get(thread.thread_id)),
    thread.message_count > 1 && h('span', { class: 'soft', text: ' ' + thread.message_count })),
  subject: thread.subject ?? held.get(thread.thread_id)?.subject, preview: thread.preview,
  marks: [labels(thread.labels), thread.locked && tag('taken over', 'alert')],
  files: enclosed(thread.attachments), size: thread.size, time: thread.timestamp,
  below: within ? undefined : thread.inbox_id,
}));

export async function threads(view) {
  const asked = new URLSearchParams(location.search);
  const q = asked.get('q') || '';
  const label = asked.get('labels') || '';
  const all = await pages(view, '/v0/threads' + (q ? '/search' : '') + query({ q, labels: label, ...revealing(label) }), 'threads');
  const held = await holdings(view, all.items);
  if (!q) view.live = true;
  const words = h('input', { type: 'search', value: q, placeholder: 'Search all mail', 'aria-label': 'Search all mail' });
  const chosen = h('input', { value: label, placeholder: 'Label', 'aria-label': 'With this label', maxLength: 64, class: 'short', list: 'labels' });
  view.keys['/'] = () => document.querySelector('form.search input').focus();
  return h('div', { 'data-parts': '' },
    page('Threads', 'Mail in all inboxes, newest first.'),
    h('form', { class: 'search', role: 'search', onsubmit: (event) => {
      event.preventDefault();
      view.go('threads' + query({ q: words.value, labels: chosen.value.trim() }));
    } }, words, chosen, h('datalist', { id: 'labels' }, ['unread', 'held', 'spam', 'blocked', 'trash'].map((value) => h('option', { value }))),
    h('button', { text: 'Search' })),
    all.items.length ? threadList(view, all.items, held)
      : q || label ? empty('search', 'No results.', 'Search covers senders, recipients, subjects and text.', button('Show all mail', () => view.go('threads')))
        : empty('threads', 'No mail yet.', 'Mail to an inbox appears here at once.', h('a', { class: 'button', href: view.address('inboxes'), text: 'Show inboxes' })),
    all.more);
}
