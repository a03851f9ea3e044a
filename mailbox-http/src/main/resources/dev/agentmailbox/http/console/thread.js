// A conversation, and what a human can do in it.
import { del, patch, put, query, seg } from './api.js';
import { button, details, empty, form, page, tag, toast } from './components.js';
import { counted, h } from './dom.js';
import { around, labels } from './lists.js';
import { heldBox } from './held.js';
import { base, messageCard } from './message.js';
import { reply } from './write.js';

const PAGE = 20;

// Pages go back in time; each is in the order of time.
async function conversation(view) {
  const path = '/v0/threads/' + seg(view.id);
  const wanted = view.kept.pages || 1;
  let one = await view.get(path + query({ limit: PAGE }));
  let { messages } = one;
  for (let read = 1; read < wanted && one.next_page_token; read++) {
    one = await view.get(path + query({ limit: PAGE, page_token: one.next_page_token }));
    messages = [...one.messages, ...messages];
  }
  return { one, messages, earlier: one.next_page_token && button('Show earlier messages', async () => {
    view.kept.pages = wanted + 1;
    await view.refresh();
  }) };
}

// What others wrote last; our own last message when nobody else wrote any.
const answered = (messages) => messages.filter((message) => message.direction === 'inbound').at(-1) || messages.at(-1);

// Labels that the service sets are not a human's to change.
const OWN = ['received', 'sent', 'draft', 'held', 'spam', 'blocked', 'trash', 'unauthenticated'];

function labelling(view, thread) {
  const label = h('input', { name: 'label', required: true, maxLength: 64, placeholder: 'New label', 'aria-label': 'Label' });
  const change = async (what) => {
    await patch(base(thread.inbox_id) + '/threads/' + seg(thread.thread_id), what);
    await view.refresh();
  };
  return details('Change labels', 'labels',
    h('div', { class: 'row' }, thread.labels.filter((name) => !OWN.includes(name)).map((name) =>
      button('Remove ' + name, () => change({ remove_labels: [name] }), { sign: 'close' }))),
    form([label], 'Add', () => change({ add_labels: [label.value.trim()] }), { kind: 'line' }));
}

export async function thread(view) {
  view.live = true;
  const { one, messages, earlier } = await conversation(view);
  const folder = location.pathname.startsWith(view.address('held')) ? ['held', 'Held mail'] : ['threads', 'Threads'];
  const lock = base(one.inbox_id) + '/threads/' + seg(one.thread_id) + '/lock';
  const cards = await Promise.all(messages.map((message, at) => messageCard(view, message, {
    open: message.held || at === messages.length - 1, above: message.held && heldBox(view, message) })));
  const last = answered(messages);
  if (view.mends) view.keys.e = () => reply(view, one, last);
  return h('div', { class: 'reading', 'data-parts': '' }, around(view, folder[0], view.id, folder[1]),
    page(one.subject || messages.at(-1)?.subject || '(no subject)',
      h('span', {}, h('a', { href: view.address('inboxes/' + one.inbox_id), text: one.inbox_id }), ', ' + counted(one.message_count, 'message')),
      last && view.mends && button('Reply', () => reply(view, one, last), { sign: 'reply', kind: messages.some((message) => message.held) ? undefined : 'first' }),
      one.locked
        ? button('Give back to the agent', async () => { await del(lock); await view.refresh(); }, { sign: 'lock' })
        : button('Take over', async () => {
          await put(lock, {});
          await view.refresh();
          toast('The agent can no longer send in this thread.');
        }, { sign: 'lock' })),
    h('div', { class: 'row' }, labels(one.labels), one.locked && tag('taken over', 'alert'), view.mends && labelling(view, one)),
    earlier && h('p', {}, earlier),
    messages.length ? h('div', { class: 'conversation', 'data-parts': '' }, cards) : empty('trash', 'Every message in this thread was deleted.'));
}
