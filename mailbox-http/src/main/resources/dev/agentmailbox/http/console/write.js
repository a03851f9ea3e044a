// A human writes from an inbox; it passes the same checks as what the agent writes.
import { post, seg } from './api.js';
import { dialog, field, form, toast } from './components.js';
import { foreign, h, plain } from './dom.js';

const NOTES = { pending_approval: 'It is waiting for approval.', blocked: 'It was blocked.' };

// What is written and not sent, by person and by what it answers; closing the dialog keeps it.
const unsent = new Map();

export const forget = () => unsent.clear();

window.addEventListener('beforeunload', (event) => { if (unsent.size) event.preventDefault(); });

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

// A form in a dialog whose inputs are filled again when it is opened the next time, until they are sent or discarded.
async function compose(view, title, about, inputs, parts, send) {
  const name = view.me.email + ' ' + about;
  for (const [at, value] of (unsent.get(name) ?? []).entries()) {
    if (inputs[at].type === 'file') inputs[at].files = value;
    else inputs[at].value = value;
  }
  const keep = () => {
    const values = inputs.map((input) => (input.type === 'file' ? input.files : input.value));
    if (values.some((value) => value.length)) unsent.set(name, values);
    else unsent.delete(name);
  };
  for (const input of inputs) input.addEventListener('input', keep);
  const sent = await dialog(title, (close) => form(parts, 'Send', async () => close(await send()), {
    close, also: h('button', { type: 'button', class: 'danger', text: 'Discard', onclick: () => { unsent.delete(name); close(false); } }) }));
  if (sent) {
    unsent.delete(name);
    outcome(view, sent);
  } else if (unsent.has(name)) {
    toast('Your text is kept until you send or discard it.');
  }
}

export async function write(view, inboxId) {
  const to = h('input', { type: 'email', name: 'to', multiple: true, required: true });
  const cc = h('input', { type: 'email', name: 'cc', multiple: true });
  const subject = h('input', { name: 'subject', required: true, maxLength: 998, dir: 'auto' });
  const [text, files] = [writing(), choosing()];
  await compose(view, 'New message', inboxId, [to, cc, subject, text, files],
    [h('p', { class: 'soft small', text: 'From ' + inboxId }), field('To', to, 'Separate several addresses with commas.'), field('Cc', cc), field('Subject', subject), field('Text', text), field('Attachments', files)],
    async () => post('/v0/inboxes/' + seg(inboxId) + '/messages/send', {
      to: addresses(to), ...(cc.value && { cc: addresses(cc) }), subject: subject.value, ...await filled(text, files) }));
}

export async function reply(view, thread, message) {
  const [text, files] = [writing(), choosing()];
  await compose(view, 'Reply', thread.thread_id, [text, files],
    [h('p', { class: 'soft small' }, message.direction === 'inbound' && ['To ', foreign(message.from), ', '], 'from ' + thread.inbox_id),
      field('Text', text), field('Attachments', files)],
    async () => post('/v0/inboxes/' + seg(thread.inbox_id) + '/messages/' + seg(message.message_id) + '/reply', await filled(text, files)));
}
