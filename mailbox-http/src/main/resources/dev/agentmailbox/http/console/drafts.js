// What is written and not sent, and what is to be sent later.
import { del, post, seg } from './api.js';
import { confirmed, empty, facts, h, page, press, tags, toast, when } from './dom.js';
import { cell, chooser, pages, table } from './lists.js';
import { shown } from './stranger.js';

const path = (draft) => '/v0/inboxes/' + seg(draft.inbox_id) + '/drafts/' + seg(draft.draft_id);

const card = (view) => (draft) => h('div', {},
  h('div', { class: 'head' },
    h('strong', {}, h('a', { href: view.address('drafts/' + draft.draft_id), text: draft.subject || '(no subject)' })),
    h('span', { class: 'soft small' }, when(draft.updated_at))),
  h('div', { class: 'small soft', text: draft.inbox_id + (draft.to.length ? ' to ' + draft.to.join(', ') : '') }),
  draft.preview && h('div', { class: 'clip', text: draft.preview }),
  draft.send_status && tags([draft.send_status], draft.send_status === 'failed'));

export async function drafts(view) {
  view.live = true;
  const [all, later] = await Promise.all([pages(view, '/v0/drafts', 'drafts'), pages(view, '/v0/sends?status=scheduled', 'sends')]);
  const { list } = chooser(view, all.items, (draft) => draft.draft_id, card(view));
  return h('div', {},
    page('Drafts', 'What agents have written and not sent, newest first.'),
    all.items.length ? list : empty('No drafts yet.'), all.more,
    h('h2', { text: 'Scheduled' }),
    later.items.length
      ? table(['To', 'From', 'Leaves', ''], later.items.map((send) => h('tr', {},
        cell(h('a', { href: view.address('sends/' + send.send_id), text: send.recipients.map((one) => one.address).join(', ') })),
        cell(send.inbox_id), cell(when(send.send_at)),
        cell(h('button', { type: 'button', class: 'danger', text: 'Cancel send', 'aria-label': 'Cancel send ' + send.send_id, onclick: press(async () => {
          await post('/v0/sends/' + seg(send.send_id) + '/cancel', {});
          view.refresh();
        }) })))))
      : empty('Nothing is scheduled.'), later.more);
}

export async function draft(view) {
  const [one, made] = await Promise.all([view.get('/v0/drafts/' + seg(view.id)), view.get('/v0/drafts/' + seg(view.id) + '/rendered')]);
  const waits = ['scheduled', 'pending_approval', 'sending'].includes(one.send_status);
  return h('div', {},
    page(one.subject || '(no subject)', 'Draft of ' + one.inbox_id,
      !waits && h('button', { type: 'button', class: 'first', text: 'Send it', onclick: press(async () => {
        if (!await confirmed('Send this draft?', 'It goes through the same checks as everything an agent sends.', 'Send')) return;
        const sent = await post(path(one) + '/send', {});
        toast('It is ' + sent.status.replaceAll('_', ' ') + '.');
        view.go('sends/' + sent.send_id);
      }) }),
      !waits && h('button', { type: 'button', class: 'danger', text: 'Delete', onclick: press(async () => {
        if (!await confirmed('Delete this draft?', 'It is gone for good.', 'Delete')) return;
        await del(path(one));
        view.go('drafts');
      }) })),
    facts([['To', one.to], ['Cc', one.cc], ['Bcc', one.bcc], ['Reply to', one.reply_to],
      ['State', one.send_status && h('span', {}, tags([one.send_status], one.send_status === 'failed'))],
      ['Send', one.send_id && h('a', { href: view.address('sends/' + one.send_id), text: one.send_id })],
      ['To be sent', one.send_at && when(one.send_at)],
      ['Files', one.attachments.map((file) => file.filename + ', ' + file.size + ' bytes')],
      ['Written', when(one.created_at)], ['Changed', when(one.updated_at)]]),
    shown(made, one.text));
}
