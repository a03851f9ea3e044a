// Conversations of all inboxes, newest first.
import { query, seg } from './api.js';
import { button, dialog, empty, field, form, page, select, tag } from './components.js';
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

// What people look for most; the rest is a label to be typed.
const FILTERS = [['', 'All'], ['unread', 'Not read by the agent'], ['held', 'Held'], ['important', 'Important'], ['spam', 'Spam'], ['trash', 'Trash']];

// Of one person in one browser.
const SAVED = 'agentmailbox.views';
const MOST_SAVED = 20;

function saved() {
  try {
    const kept = JSON.parse(localStorage.getItem(SAVED) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one.name === 'string' && typeof one.search === 'string').slice(0, MOST_SAVED) : [];
  } catch {
    return [];
  }
}

const keep = (all) => localStorage.setItem(SAVED, JSON.stringify(all.slice(0, MOST_SAVED)));

function views(view, filtered) {
  const all = saved();
  const here = all.find((one) => one.search === location.search);
  const save = async () => {
    const name = h('input', { name: 'name', required: true, maxLength: 40 });
    const done = await dialog('Save this view', (close) => form([field('Name', name)], 'Save', () => {
      keep([...saved().filter((one) => one.name !== name.value.trim()), { name: name.value.trim(), search: location.search }]);
      close(true);
    }, { close }));
    if (done) await view.refresh();
  };
  const forget = () => { keep(saved().filter((one) => one.search !== location.search)); return view.refresh(); };
  return [all.map((one) => h('a', { class: 'chip', href: view.address('threads') + one.search, 'aria-current': one === here ? 'true' : undefined, text: one.name })),
    here ? button('Forget view', forget, { kind: 'quiet' }) : filtered && button('Save view', save, { kind: 'quiet' })];
}

export async function threads(view) {
  const asked = new URLSearchParams(location.search);
  const q = asked.get('q') || '';
  const label = asked.get('labels') || '';
  const inbox = asked.get('inbox') || '';
  // Read once, not at every refresh.
  view.kept.inboxes ??= view.get('/v0/inboxes?limit=200');
  const [all, known] = await Promise.all([
    pages(view, (inbox ? '/v0/inboxes/' + seg(inbox) : '/v0') + '/threads' + (q ? '/search' : '') + query({ q, labels: label, ...revealing(label) }), 'threads'),
    view.kept.inboxes.catch(() => { delete view.kept.inboxes; return { inboxes: [] }; })]);
  const held = await holdings(view, all.items);
  if (!q) view.live = true;
  const filtered = q || label || inbox;
  const to = (changed) => query({ q: words.value, labels: label, inbox, ...changed });
  const words = h('input', { type: 'search', value: q, placeholder: 'Search all mail', 'aria-label': 'Search all mail' });
  const chosen = h('input', { value: label, placeholder: 'Label', 'aria-label': 'With this label', maxLength: 64, class: 'short', list: 'labels' });
  const inboxes = known.inboxes.length > 1 && select('Inbox', [['', 'All inboxes'], ...known.inboxes.map((one) => [one.inbox_id, one.inbox_id])], inbox,
    { onchange: (event) => view.go('threads' + to({ inbox: event.target.value })) });
  view.keys['/'] = () => document.querySelector('form.search input').focus();
  return h('div', { 'data-parts': '' },
    page('Threads', 'Mail in all inboxes, newest first.'),
    h('form', { class: 'search', role: 'search', onsubmit: (event) => {
      event.preventDefault();
      view.go('threads' + to({ labels: chosen.value.trim() }));
    } }, words, inboxes, chosen, h('datalist', { id: 'labels' }, FILTERS.filter(([value]) => value).map(([value]) => h('option', { value }))),
    h('button', { text: 'Search' })),
    h('nav', { class: 'chips', 'aria-label': 'Filters' }, FILTERS.map(([value, text]) =>
      h('a', { class: 'chip', href: view.address('threads' + query({ q, labels: value, inbox })), 'aria-current': value === label ? 'true' : undefined, text })), views(view, filtered)),
    all.items.length ? threadList(view, all.items, held)
      : filtered ? empty('search', 'No results.', 'Search covers senders, recipients, subjects and text.', button('Show all mail', () => view.go('threads')))
        : empty('threads', 'No mail yet.', 'Mail to an inbox appears here at once.', h('a', { class: 'button', href: view.address('inboxes'), text: 'Show inboxes' })),
    all.more);
}
