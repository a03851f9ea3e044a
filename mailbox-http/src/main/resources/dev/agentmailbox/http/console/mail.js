// Inboxes, threads and messages, as a human looks after them.
import { del, patch, post, put, query, seg } from './api.js';
import { confirmed, dialog, empty, facts, field, foreign, h, page, press, tags, toast, when } from './dom.js';
import { chooser, pages } from './lists.js';
import { files, shown } from './stranger.js';
import { reply, write } from './write.js';

const base = (inboxId) => '/v0/inboxes/' + seg(inboxId);

export async function inboxes(view) {
  view.live = true;
  const all = await pages(view, '/v0/inboxes', 'inboxes');
  const { list } = chooser(view, all.items, (inbox) => inbox.inbox_id, (inbox) => h('div', { class: 'head' },
    h('strong', {}, h('a', { href: view.address('inboxes/' + inbox.inbox_id), text: inbox.inbox_id })),
    h('span', {}, tags(inbox.status === 'paused' ? ['paused'] : [], true), when(inbox.created_at))));
  return h('div', {},
    page('Inboxes', 'Addresses of your agents.',
      h('button', { type: 'button', class: 'first', text: 'New inbox', onclick: press(() => create(view)) })),
    all.items.length ? list : empty('No inboxes yet. Create one here, or let an agent create one with its key.'), all.more);
}

async function create(view) {
  const username = h('input', { placeholder: 'left empty, a name is made', pattern: '[a-z0-9._\\-]{3,32}' });
  const name = h('input', { placeholder: 'shown as the sender' });
  const made = await dialog('New inbox', (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    field('Username', username), field('Display name', name),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Create', onclick: press(async () => {
        if (!username.reportValidity()) return;
        close(await post('/v0/inboxes', {
          ...(username.value && { username: username.value }), ...(name.value && { display_name: name.value }) }));
      }) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (made) view.go('inboxes/' + made.inbox_id);
}

export async function inbox(view) {
  const [one, mail] = await Promise.all([
    view.get(base(view.id)), pages(view, base(view.id) + '/threads?include_spam=true&include_blocked=true', 'threads')]);
  view.live = true;
  const paused = one.status === 'paused';
  return h('div', {},
    page(one.inbox_id, one.display_name || 'no display name',
      !paused && h('button', { type: 'button', text: 'Write', onclick: press(() => write(view, one.inbox_id)) }),
      paused
        ? h('button', { type: 'button', class: 'first', text: 'Resume', onclick: press(async () => {
          await post(base(view.id) + '/resume', {});
          view.refresh();
        }) })
        : h('button', { type: 'button', text: 'Pause', onclick: press(async () => {
          if (!await confirmed('Pause this inbox?', 'It refuses new mail and cannot send until it is resumed.', 'Pause')) return;
          await post(base(view.id) + '/pause', {});
          view.refresh();
        }) }),
      h('button', { type: 'button', class: 'danger', text: 'Delete', onclick: press(async () => {
        const sure = await confirmed('Delete ' + one.inbox_id + '?',
          'Its mail is deleted for good, keys scoped to it stop working, and the address is never given to anyone again.', 'Delete it for good');
        if (!sure) return;
        await del(base(view.id));
        toast('Deleted.');
        view.go('inboxes');
      }) })),
    facts([['Status', h('span', {}, tags([one.status], paused))], ['Pod', one.pod_id], ['Made', when(one.created_at)]]),
    h('h2', { text: 'Threads' }),
    mail.items.length ? threadList(view, mail.items)
      : empty('No mail yet. Send one to ' + one.inbox_id + '.'), mail.more);
}

function threadList(view, threads) {
  return chooser(view, threads, (thread) => thread.thread_id, (thread) => h('div', {},
    h('div', { class: 'head' },
      h('strong', { class: 'clip' }, h('a', { href: view.address('threads/' + thread.thread_id), text: thread.subject || '(no subject)' })),
      h('span', { class: 'soft small' }, when(thread.timestamp))),
    h('div', { class: 'small soft clip', text: thread.senders.join(', ') + (thread.preview ? ': ' + thread.preview : '') }),
    tags(thread.labels.filter((label) => !['received', 'sent'].includes(label))),
    thread.locked && tags(['taken over'], true))).list;
}

export async function threads(view) {
  const asked = new URLSearchParams(location.search);
  const q = asked.get('q') || '';
  const labels = asked.get('labels') || '';
  const all = await pages(view, '/v0/threads' + (q ? '/search' : '') + query({ q, labels, ...revealing(labels) }), 'threads');
  if (!q) view.live = true;
  const words = h('input', { type: 'search', value: q, placeholder: 'Search all mail', 'aria-label': 'Search all mail' });
  const label = h('input', { value: labels, placeholder: 'with this label', 'aria-label': 'With this label', maxLength: 64 });
  return h('div', {},
    page('Threads', 'All inboxes, newest first.',
      h('form', { class: 'row', onsubmit: (event) => { event.preventDefault(); view.go('threads' + query({ q: words.value, labels: label.value.trim() })); } },
        words, label, h('button', { text: 'Search' }))),
    all.items.length ? threadList(view, all.items) : empty(q || labels ? 'Nothing matches.' : 'No mail yet.'), all.more);
}

// Who asks for what is hidden by default wants to see it.
const revealing = (label) => (['spam', 'blocked', 'trash', 'unauthenticated'].includes(label) ? { ['include_' + label]: true } : {});

export async function thread(view) {
  view.live = true;
  const path = '/v0/threads/' + seg(view.id);
  // Pages go back in time; each is in the order of time.
  const wanted = view.kept.pages || 1;
  let one = await view.get(path + '?limit=20');
  let { messages } = one;
  for (let read = 1; read < wanted && one.next_page_token; read++) {
    one = await view.get(path + query({ limit: 20, page_token: one.next_page_token }));
    messages = [...one.messages, ...messages];
  }
  const made = await Promise.all(messages.map((message) => rendered(view, message)));
  const lock = base(one.inbox_id) + '/threads/' + seg(one.thread_id) + '/lock';
  return h('div', {},
    page(one.subject || messages.at(-1)?.subject || '(no subject)', one.inbox_id + ', ' + one.message_count + ' messages',
      one.locked
        ? h('button', { type: 'button', class: 'first', text: 'Give back to the agent', onclick: press(async () => {
          await del(lock);
          view.refresh();
        }) })
        : h('button', { type: 'button', text: 'Take over', onclick: press(async () => {
          await put(lock, {});
          toast('The agent cannot send into this thread now.');
          view.refresh();
        }) })),
    h('div', {}, tags(one.labels), one.locked && tags(['taken over'], true)), labelling(view, one),
    one.next_page_token && h('p', {}, h('button', { type: 'button', text: 'Show earlier messages', onclick: press(async () => {
      view.kept.pages = wanted + 1;
      await view.refresh();
    }) })),
    h('div', {}, messages.map((message, i) => messageView(view, message, made[i]))),
    h('p', {}, h('button', { type: 'button', text: 'Reply', onclick: press(() => reply(view, one, answered(messages))) })));
}

// A message never changes: what the server made of its HTML is asked for once.
async function rendered(view, message) {
  const { kept } = view;
  kept.rendered ||= new Map();
  if (message.html && !kept.rendered.has(message.message_id)) {
    kept.rendered.set(message.message_id, await view.get(base(message.inbox_id) + '/messages/' + seg(message.message_id) + '/rendered'));
  }
  return kept.rendered.get(message.message_id);
}

// What others wrote last; our own last message when nobody else wrote any.
function answered(messages) {
  return messages.filter((message) => message.direction === 'inbound').at(-1) || messages.at(-1);
}

// Labels that the service sets are not a human's to change.
const OWN = ['received', 'sent', 'draft', 'held', 'spam', 'blocked', 'trash', 'unauthenticated'];

function labelling(view, thread) {
  const label = h('input', { required: true, maxLength: 64, placeholder: 'label', 'aria-label': 'Label' });
  const change = async (what) => {
    await patch(base(thread.inbox_id) + '/threads/' + seg(thread.thread_id), what);
    view.refresh();
  };
  return h('details', {}, h('summary', { text: 'Change labels' }),
    h('div', { class: 'row' }, thread.labels.filter((name) => !OWN.includes(name)).map((name) =>
      h('button', { type: 'button', text: 'Remove ' + name, onclick: press(() => change({ remove_labels: [name] })) }))),
    h('form', { class: 'row', onsubmit: (event) => event.preventDefault() }, label,
      h('button', { text: 'Add', onclick: press(async () => {
        if (label.reportValidity()) await change({ add_labels: [label.value.trim()] });
      }) })));
}

function messageView(view, message, made) {
  return h('article', {},
    h('h2', {}, ...(message.direction === 'outbound' ? ['To ', foreign(message.to.join(', '))] : ['From ', foreign(message.from)]), ' ',
      h('span', { class: 'soft small' }, when(message.timestamp))),
    h('div', {}, tags(message.labels.filter((label) => !['received', 'sent', 'unread'].includes(label)),
      message.held || message.classification === 'spam')),
    message.held && heldBox(view, message),
    message.direction === 'inbound' && message.authentication && h('p', { class: 'soft small', text: 'SPF ' + message.authentication.spf
      + ', DKIM ' + message.authentication.dkim + ', DMARC ' + message.authentication.dmarc }),
    made ? shown(made, message.text) : h('pre', { class: 'mail', text: message.text || '(no text)' }),
    files(message.attachments, (file) => messagePath(message) + '/attachments/' + seg(file.attachment_id)));
}

const messagePath = (message) => base(message.inbox_id) + '/messages/' + seg(message.message_id);
const bare = (address) => /<([^<>]*)>\s*$/.exec(address)?.[1] || address;

const REASONS = {
  unauthenticated: 'the sender is not authenticated',
  unknown_sender: 'the inbox has never written to the sender',
  injection_suspected: 'it may try to give the agent instructions',
  executable_attachment: 'a file in it may run',
  unreadable: 'it could not be read completely',
};
const reason = (name) => REASONS[name] || name.replaceAll('_', ' ');

// Why the agent does not see it yet, and what its human can do about it.
function heldBox(view, message) {
  const path = messagePath(message);
  const gone = (text) => { toast(text); view.go('held'); };
  return h('div', { class: 'card' },
    facts([['Held because', message.hold_reasons.map(reason).join('; ') || 'the reason was not kept'],
      ['Subject', message.subject || '(no subject)'], ['Inbox', message.inbox_id]]),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', text: 'Release to the agent', onclick: press(async () => {
        await post(path + '/release', {});
        toast('Released.');
        view.refresh();
      }) }),
      h('button', { type: 'button', text: 'Delete', onclick: press(async () => {
        await del(path);
        gone('Moved to the trash.');
      }) }),
      message.from && h('button', { type: 'button', class: 'danger', text: 'Block the sender', onclick: press(async () => {
        const sender = bare(message.from);
        if (!await confirmed('Block ' + sender + '?', 'No inbox of this organization takes their mail any more, answers neither. This mail goes to the trash.', 'Block')) return;
        for (const direction of ['receive', 'reply']) {
          await post('/v0/lists/' + direction + '/block', { entry: sender, reason: 'held mail' });
        }
        await del(path);
        gone('Blocked.');
      }) })));
}

export async function held(view) {
  view.live = true;
  const all = await pages(view, '/v0/held-messages', 'messages');
  const { list } = chooser(view, all.items, (message) => message.message_id, (message) => h('div', {},
    h('div', { class: 'head' },
      h('strong', { class: 'clip' }, h('a', { href: view.address('threads/' + message.thread_id), text: message.subject || '(no subject)' })),
      h('span', { class: 'soft small' }, when(message.timestamp))),
    h('div', { class: 'clip' }, 'From ', foreign(message.from || 'an unknown sender')),
    h('div', { class: 'small soft clip', text: 'To ' + message.inbox_id }),
    h('div', {}, tags(message.hold_reasons.map(reason), true))));
  return h('div', {},
    page('Held mail', 'Mail the agent must not read before you have looked at it.'),
    all.items.length ? list : empty('No mail is held.'), all.more);
}
