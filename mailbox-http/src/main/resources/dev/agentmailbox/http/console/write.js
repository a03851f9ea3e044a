// A human writes from an inbox; it passes the same checks as what the agent writes.
import { post, seg } from './api.js';
import { dialog, field, form, toast } from './components.js';
import { h, plain } from './dom.js';

const NOTES = { pending_approval: 'It is waiting for approval.', blocked: 'It was blocked.' };

function outcome(view, sent) {
  toast(NOTES[sent.status] || 'It is ' + plain(sent.status) + '.');
  view.go('sends/' + seg(sent.send_id));
}

const encoded = (file) => new Promise((done, fail) => {
  const reader = new FileReader();
  reader.onload = () => done({ filename: file.name, ...(file.type && { content_type: file.type }), content: reader.result.slice(reader.result.indexOf(',') + 1) });
  reader.onerror = () => fail(new Error(file.name + ' cannot be read.'));
  reader.readAsDataURL(file);
});

const addresses = (input) => input.value.split(',').map((address) => address.trim()).filter(Boolean);

const writing = () => h('textarea', { name: 'text', rows: 10, required: true, dir: 'auto' });
const choosing = () => h('input', { type: 'file', name: 'attachments', multiple: true });

async function filled(text, files) {
  const attachments = await Promise.all([...files.files].map(encoded));
  return { text: text.value, ...(attachments.length && { attachments }) };
}

export async function write(view, inboxId) {
  const to = h('input', { type: 'email', name: 'to', multiple: true, required: true });
  const cc = h('input', { type: 'email', name: 'cc', multiple: true });
  const subject = h('input', { name: 'subject', required: true, maxLength: 998, dir: 'auto' });
  const [text, files] = [writing(), choosing()];
  const sent = await dialog('New message', (close) => form([field('To', to, 'Separate several addresses with commas.'), field('Cc', cc),
    field('Subject', subject), field('Text', text), field('Attachments', files)], 'Send', async () =>
    close(await post('/v0/inboxes/' + seg(inboxId) + '/messages/send', {
      to: addresses(to), ...(cc.value && { cc: addresses(cc) }), subject: subject.value, ...await filled(text, files) })), { close }));
  if (sent) outcome(view, sent);
}

export async function reply(view, thread, message) {
  const [text, files] = [writing(), choosing()];
  const sent = await dialog('Reply', (close) => form([field('Text', text), field('Attachments', files)], 'Send', async () =>
    close(await post('/v0/inboxes/' + seg(thread.inbox_id) + '/messages/' + seg(message.message_id) + '/reply', await filled(text, files))), { close }));
  if (sent) outcome(view, sent);
}
