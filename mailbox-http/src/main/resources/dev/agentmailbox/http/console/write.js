// A human writes from an inbox; it passes the same checks as what the agent writes.
import { post, seg } from './api.js';
import { dialog, field, h, press, toast } from './dom.js';

const TOLD = { pending_approval: 'It waits for a decision.', blocked: 'It was blocked.' };

function outcome(view, sent) {
  toast(TOLD[sent.status] || 'It is ' + sent.status.replaceAll('_', ' ') + '.');
  view.go('sends/' + seg(sent.send_id));
}

function form(title, before, submit) {
  const text = h('textarea', { rows: 8, required: true });
  return dialog(title, (close) => h('form', { onsubmit: (event) => event.preventDefault() },
    before.map(([label, input]) => field(label, input)), field('Text', text),
    h('div', { class: 'row' },
      h('button', { class: 'first', text: 'Send', onclick: press(async () => {
        if ([...before.map(([, input]) => input), text].every((input) => input.reportValidity())) close(await submit(text.value));
      }) }),
      h('button', { type: 'button', text: 'Cancel', onclick: () => close() }))));
}

export async function write(view, inboxId) {
  const to = h('input', { type: 'email', multiple: true, required: true });
  const subject = h('input', { required: true, maxLength: 998 });
  const sent = await form('New message', [['To', to], ['Subject', subject]], (text) =>
    post('/v0/inboxes/' + seg(inboxId) + '/messages/send', {
      to: to.value.split(',').map((address) => address.trim()), subject: subject.value, text }));
  if (sent) outcome(view, sent);
}

export async function reply(view, thread, message) {
  const sent = await form('Reply', [], (text) =>
    post('/v0/inboxes/' + seg(thread.inbox_id) + '/messages/' + seg(message.message_id) + '/reply', { text }));
  if (sent) outcome(view, sent);
}
