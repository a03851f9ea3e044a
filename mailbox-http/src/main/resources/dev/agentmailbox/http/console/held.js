// Mail that its inbox must not read before a human has looked at it.
import { del, post } from './api.js';
import { button, confirmed, empty, facts, page, tag, toast } from './components.js';
import { foreign, h, plain } from './dom.js';
import { icon } from './icons.js';
import { chooser, mailRow, pages } from './lists.js';
import { bare, messagePath } from './message.js';
import { enclosed } from './threads.js';

const REASONS = {
  unauthenticated: 'the sender is not authenticated',
  unknown_sender: 'the inbox has never written to the sender',
  injection_suspected: 'it may try to give the agent instructions',
  executable_attachment: 'an attached file may be a program',
  unreadable: 'it could not be read completely',
};
const SHORT = {
  unauthenticated: 'Not authenticated', unknown_sender: 'New sender', injection_suspected: 'Instructs the agent',
  executable_attachment: 'Program attached', unreadable: 'Unreadable',
};
const reason = (name) => REASONS[name] || plain(name);

// Releasing these is not what the page suggests.
const DANGEROUS = ['injection_suspected', 'executable_attachment'];

// Why the agent does not see it yet, and what its human can do about it.
export function heldBox(view, message) {
  const path = messagePath(message);
  const gone = (text) => { toast(text); view.go('held'); };
  return h('div', { class: 'notice' }, icon('held'), h('div', {},
    h('p', { class: 'strong', text: 'The agent cannot see this message yet.' }),
    facts([['Held because', message.hold_reasons.map(reason).join('; ') || 'the reason was not stored'],
      ['Inbox', message.inbox_id]]),
    h('div', { class: 'row' },
      button('Release to the agent', async () => {
        await post(path + '/release', {});
        await view.refresh();
        toast('Released.');
      }, { kind: message.hold_reasons.some((name) => DANGEROUS.includes(name)) ? undefined : 'first', sign: 'check' }),
      view.mends && button('Delete', async () => {
        await del(path);
        gone('Moved to the trash.');
      }, { sign: 'trash' }),
      view.mends && message.from && button('Block the sender', async () => {
        const sender = bare(message.from);
        if (!await confirmed('Block ' + sender + '?', 'Every inbox in this organization will refuse mail from this address, replies included. This message is moved to the trash.', 'Block', 'danger')) return;
        for (const direction of ['receive', 'reply']) {
          await post('/v0/lists/' + direction + '/block', { entry: sender, reason: 'held mail' });
        }
        await del(path);
        gone('Blocked.');
      }, { kind: 'danger', sign: 'block' })),
    !view.mends && h('p', { class: 'soft small', text: 'Only owners can delete it or block the sender.' })));
}

export async function held(view) {
  view.live = true;
  const all = await pages(view, '/v0/held-messages', 'messages');
  const list = all.items.length > 0 && chooser(view, all.items, (message) => message.thread_id, (message) => mailRow({
    href: view.address('held/' + message.thread_id), unread: true,
    who: h('span', {}, 'From ', foreign(message.from || 'an unknown sender')),
    subject: message.subject, preview: message.preview,
    marks: message.hold_reasons.map((name) => tag(SHORT[name] ?? plain(name), 'alert')),
    files: enclosed(message.attachments), size: message.size, time: message.timestamp, below: 'To ' + message.inbox_id, apart: true }));
  return h('div', { 'data-parts': '' },
    page('Held mail', 'Mail that agents cannot see until you release it.'),
    list || empty('held', 'No mail is held.', 'Your policy decides what is held.',
      h('a', { class: 'button', href: view.address('policy'), text: view.owner ? 'Choose what is held' : 'See what is held' })), all.more);
}
