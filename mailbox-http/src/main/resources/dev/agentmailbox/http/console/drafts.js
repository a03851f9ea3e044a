// What is written and not sent, and what is to be sent later.
import { del, post, seg } from './api.js';
import { anchor, button, cell, confirmed, empty, facts, onlyOwners, page, section, table, tag, toast } from './components.js';
import { foreign, h, plain, when } from './dom.js';
import { chooser, mailRow, pages } from './lists.js';
import { sendState } from './sends.js';
import { attachments, shown } from './stranger.js';

const path = (draft) => '/v0/inboxes/' + seg(draft.inbox_id) + '/drafts/' + seg(draft.draft_id);

const row = (view) => (draft) => mailRow({
  href: view.address('drafts/' + draft.draft_id),
  who: draft.to.length ? h('span', {}, 'To ', foreign(draft.to.join(', '))) : h('span', { class: 'soft', text: 'No recipient' }),
  subject: draft.subject, preview: draft.preview, marks: draft.send_status && sendState(draft.send_status),
  files: draft.attachments.length, time: draft.updated_at, below: draft.inbox_id });

const scheduled = (view, sends) => table(['To', 'Subject', 'From', 'To be sent', ''], sends.map((send) => h('tr', {},
  cell(h('a', { href: view.address('sends/' + send.send_id), text: send.recipients.map((one) => one.address).join(', ') })),
  cell(send.subject ? foreign(send.subject) : '(no subject)'), cell(send.inbox_id), cell(when(send.send_at)),
  cell(view.mends && button('Cancel send', async () => {
    await post('/v0/sends/' + seg(send.send_id) + '/cancel', {});
    await view.refresh();
  }, { kind: 'danger', name: 'Cancel send ' + send.send_id })))));

export async function drafts(view) {
  view.live = true;
  const [all, later] = await Promise.all([pages(view, '/v0/drafts', 'drafts'), pages(view, '/v0/sends?status=scheduled', 'sends')]);
  return h('div', { 'data-parts': '' },
    page('Drafts', 'Messages that are written but not sent.'),
    all.items.length ? chooser(view, all.items, (draft) => draft.draft_id, row(view))
      : empty('drafts', 'No drafts yet.', 'Agents without permission to send write drafts for you to send.'), all.more,
    section('Scheduled', later.items.length ? scheduled(view, later.items)
      : h('p', { class: 'soft', text: 'Nothing is scheduled.' }), later.more));
}

export async function draft(view) {
  const [one, made] = await Promise.all([view.get('/v0/drafts/' + seg(view.id)), view.get('/v0/drafts/' + seg(view.id) + '/rendered')]);
  const waits = ['scheduled', 'pending_approval', 'sending'].includes(one.send_status);
  return h('div', { class: 'reading' },
    page(one.subject || '(no subject)', 'Draft of ' + one.inbox_id,
      one.send_id && anchor('Open the send', view.address('sends/' + one.send_id)),
      !waits && view.mends && button('Send', async () => {
        if (!await confirmed('Send this draft?', 'It goes through the same checks as mail from an agent.', 'Send')) return;
        const sent = await post(path(one) + '/send', {});
        toast('It is ' + plain(sent.status) + '.');
        view.go('sends/' + sent.send_id);
      }, { kind: 'first', sign: 'sends' }),
      !waits && view.mends && button('Delete', async () => {
        if (!await confirmed('Delete this draft?', 'It cannot be restored.', 'Delete', 'danger')) return;
        await del(path(one));
        view.go('drafts');
      }, { kind: 'danger', sign: 'trash' })),
    !view.mends && onlyOwners(view),
    h('article', { class: 'card message' },
      facts([['To', one.to.length ? one.to : h('span', { class: 'soft', text: 'nobody yet' })], ['Cc', one.cc], ['Bcc', one.bcc], ['Reply to', one.reply_to],
        ['State', one.send_status && tag(plain(one.send_status), one.send_status === 'failed' ? 'bad' : '')],
        ['To be sent', one.send_at && when(one.send_at)], ['Changed', when(one.updated_at)]]),
      shown(made, one.text), attachments(one.attachments, (file) => '/v0/drafts/' + seg(one.draft_id) + '/attachments/' + seg(file.attachment_id))));
}
