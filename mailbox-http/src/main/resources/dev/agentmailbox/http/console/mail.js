// Inboxes, threads and messages, as a human looks after them.
import { del, get, post, put, query, seg } from './api.js';
import { confirmed, dialog, empty, facts, field, h, page, press, tags, toast, when } from './dom.js';
import { chooser } from './sending.js';
import { frame } from './stranger.js';

const base = (inboxId) => '/v0/inboxes/' + seg(inboxId);

export async function inboxes(view) {
  const answer = await get('/v0/inboxes?limit=200');
  const { list } = chooser(view, answer.inboxes, (inbox) => h('div', { class: 'head' },
    h('strong', {}, h('a', { href: view.address('inboxes/' + inbox.inbox_id), text: inbox.inbox_id })),
    h('span', {}, tags(inbox.status === 'paused' ? ['paused'] : [], true), when(inbox.created_at))));
  return h('div', {},
    page('Inboxes', 'Addresses of your agents.',
      h('button', { type: 'button', class: 'first', text: 'New inbox', onclick: press(() => create(view)) })),
    answer.inboxes.length ? list : empty('There is no inbox yet. Make one here, or let an agent make one with its key.'));
}

async function create(view) {
  const username = h('input', { placeholder: 'left empty, a name is made', pattern: '[a-z0-9._\\-]{3,32}' });
  const name = h('input', { placeholder: 'shown as the sender' });
  const made = await dialog('New inbox', (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    field('Username', username), field('Display name', name),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Make it', onclick: press(async () => {
        if (!username.reportValidity()) return;
        close(await post('/v0/inboxes', {
          ...(username.value && { username: username.value }), ...(name.value && { display_name: name.value }) }));
      }) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
  if (made) view.go('inboxes/' + made.inbox_id);
}

export async function inbox(view) {
  const [one, mail] = await Promise.all([
    get(base(view.id)), get(base(view.id) + '/threads?limit=50&include_spam=true&include_blocked=true')]);
  view.live = true;
  const paused = one.status === 'paused';
  return h('div', {},
    page(one.inbox_id, one.display_name || 'no display name',
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
    mail.threads.length ? threadList(view, mail.threads)
      : empty('No mail yet. Send one to ' + one.inbox_id + '.'));
}

function threadList(view, threads) {
  return chooser(view, threads, (thread) => h('div', {},
    h('div', { class: 'head' },
      h('strong', { class: 'clip' }, h('a', { href: view.address('threads/' + thread.thread_id), text: thread.subject || '(no subject)' })),
      h('span', { class: 'soft small' }, when(thread.timestamp))),
    h('div', { class: 'small soft clip', text: thread.senders.join(', ') + (thread.preview ? ': ' + thread.preview : '') }),
    tags(thread.labels.filter((label) => !['received', 'sent'].includes(label))),
    thread.locked && tags(['taken over'], true))).list;
}

export async function threads(view) {
  const q = new URLSearchParams(location.search).get('q') || '';
  const answer = await get('/v0/threads' + (q ? '/search' + query({ q, limit: 50 }) : '?limit=50'));
  if (!q) view.live = true;
  const words = h('input', { type: 'search', value: q, placeholder: 'Search all mail', 'aria-label': 'Search all mail' });
  return h('div', {},
    page('Threads', 'All inboxes, newest first.',
      h('form', { class: 'row', onsubmit: (event) => { event.preventDefault(); view.go('threads' + query({ q: words.value })); } },
        words, h('button', { text: 'Search' }))),
    answer.threads.length ? threadList(view, answer.threads) : empty(q ? 'Nothing matches.' : 'No mail yet.'));
}

export async function thread(view) {
  const one = await get('/v0/threads/' + seg(view.id) + '?limit=50');
  const lock = base(one.inbox_id) + '/threads/' + seg(one.thread_id) + '/lock';
  return h('div', {},
    page(one.subject || '(no subject)', one.inbox_id + ', ' + one.message_count + ' messages',
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
    h('div', {}, tags(one.labels), one.locked && tags(['taken over'], true)),
    h('div', {}, one.messages.map((message) => messageView(view, message))));
}

function messageView(view, message) {
  return h('article', {},
    h('h2', {}, message.direction === 'outbound' ? 'To ' + message.to.join(', ') : 'From ' + message.from, ' ',
      h('span', { class: 'soft small' }, when(message.timestamp))),
    h('div', {}, tags(message.labels.filter((label) => !['received', 'sent', 'unread'].includes(label)),
      message.held || message.classification === 'spam')),
    message.authentication && h('p', { class: 'soft small', text: 'SPF ' + message.authentication.spf
      + ', DKIM ' + message.authentication.dkim + ', DMARC ' + message.authentication.dmarc }),
    h('pre', { class: 'mail', text: message.text || '(no text)' }),
    message.html && frame(message.html),
    message.attachments.length ? h('ul', {}, message.attachments.map((file) => h('li', {},
      h('button', { type: 'button', text: (file.filename || 'attachment') + ', ' + file.size + ' bytes', onclick: press(async () => {
        const link = await get(base(message.inbox_id) + '/messages/' + seg(message.message_id)
          + '/attachments/' + seg(file.attachment_id));
        const anchor = h('a', { href: link.download_url, download: file.filename || 'attachment' });
        anchor.click();
      }) })))) : null,
    message.held && h('button', { type: 'button', class: 'first', text: 'Release to the agent', onclick: press(async () => {
      await post(base(message.inbox_id) + '/messages/' + seg(message.message_id) + '/release', {});
      toast('Released.');
      view.refresh();
    }) }));
}

export async function held(view) {
  view.live = true;
  const all = await get('/v0/inboxes?limit=200');
  const found = await Promise.all(all.inboxes.map((inbox) =>
    get(base(inbox.inbox_id) + '/messages?labels=held&limit=50').then((answer) => answer.messages)));
  const messages = found.flat().filter((message) => message.held);
  const { list } = chooser(view, messages, (message) => h('div', {},
    h('div', { class: 'head' },
      h('strong', {}, h('a', { href: view.address('threads/' + message.thread_id), text: message.subject || '(no subject)' })),
      h('span', { class: 'soft small' }, when(message.timestamp))),
    h('div', { class: 'small soft', text: message.from + ' to ' + message.inbox_id })));
  return h('div', {},
    page('Held mail', 'Mail the agent must not read before you have looked at it.'),
    messages.length ? list : empty('No mail is held.'));
}
