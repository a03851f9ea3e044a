// One message that waits, as a review: what changes, what is new, what is risky; then the decision.
import { seg } from './api.js';
import { anchor, button, complain, details, facts, page, tag } from './components.js';
import { bytes, counted, foreign, h, isOddlySpelled, plain, spelled, when } from './dom.js';
import { icon } from './icons.js';
import { decide, flag, outcome, settled, undo, waits } from './approvals.js';
import { around } from './lists.js';
import { attachments, readings } from './stranger.js';

// What was deleted meanwhile is left out; every other problem is shown.
const gone = (problem) => {
  if (problem.code !== 'not_found') throw problem;
  return null;
};

const bare = (address) => (/<([^<>]*)>\s*$/.exec(address)?.[1] || address).trim().toLowerCase();
const topic = (subject) => (subject || '').replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:)+/i, '').trim();
const LAST_MESSAGES = 3;

const check = (kind, sign, ...content) => h('li', { class: kind }, icon(sign), h('span', {}, content));

// Flags that have a sentence of their own; every other flag is named.
const SAID = ['first_contact', 'recipient_from_mail', 'link_from_mail', 'has_links', 'has_attachments', 'many_recipients', 'html_unfaithful'];

// What a person should have seen before they decide, the riskiest first.
function checks(view, asked, record, message, thread) {
  const found = [];
  const mail = message?.rendered;
  const lies = mail?.links.filter((link) => link.mismatch).length ?? 0;
  if (lies) found.push(check('bad', 'alert', lies === 1 ? 'A link does not lead where its text says' : lies + ' links do not lead where their texts say'));
  if (mail?.hidden_text) found.push(check('bad', 'alert', 'It contains text that recipients cannot see'));
  if (mail?.html_unfaithful || asked.flags.includes('html_unfaithful')) {
    found.push(check('bad', 'alert', 'Recipients may see other words than are shown here, or in another order'));
  }
  if (mail?.not_shown.length) found.push(check('alert', 'info', 'More than is shown: see “Also in this mail”'));
  if (mail?.html_unreadable) found.push(check('bad', 'alert', 'The HTML part cannot be shown safely'));
  if (mail?.text_differs) found.push(check('bad', 'alert', 'The text part and the HTML part differ'));
  const met = new Set((thread?.messages ?? []).flatMap((one) => [one.from, ...one.to, ...one.cc]).map(bare));
  const strangers = thread ? record.recipients.map((one) => one.address).filter((address) => !met.has(bare(address))) : [];
  if (strangers.length) found.push(check('alert', 'person', 'New in this conversation: ', foreign(strangers.join(', '))));
  for (const one of message?.dictated ?? []) {
    found.push(check('bad', 'alert', foreign(one.recipient ?? one.link_domain), one.message_id
      ? [one.recipient ? ' is an address that only the mail of ' : ' is linked to, and only the mail of ', foreign(one.from ?? 'somebody'), ' names, ', when(one.received_at), '. The agent may do what that mail says. ', h('a', { href: view.address('threads/' + one.thread_id), text: 'Read it' })]
      : one.recipient ? ' may be an address that only a mail from outside names' : ' is linked to, and may be known only from a mail from outside'));
  }
  if (asked.flags.includes('first_contact')) found.push(check('alert', 'person', 'First contact: this inbox has no earlier mail with a recipient'));
  if (message && thread?.subject && topic(message.subject) !== topic(thread.subject)) {
    found.push(check('alert', 'threads', 'The subject was changed; before, it was “', foreign(thread.subject), '”'));
  }
  if (record.recipients.length > 1) found.push(check(asked.flags.includes('many_recipients') ? 'alert' : '', 'members', counted(record.recipients.length, 'recipient')));
  const hosts = [...new Set(mail?.links.map((link) => link.host).filter(Boolean) ?? [])];
  if (hosts.length) found.push(check('', 'link', 'Links to ', foreign(hosts.slice(0, 4).join(', ')), hosts.length > 4 && ' and ' + (hosts.length - 4) + ' more'));
  const odd = [...record.recipients.map((one) => one.address), ...hosts].filter(isOddlySpelled).slice(0, 4);
  if (odd.length) found.push(check('alert', 'alert', 'Spelled with letters that may look like others: ', odd.map((name) => [spelled(name), ' '])));
  if (mail?.remote_pictures.length) found.push(check('', 'info', 'Loads pictures from ', foreign(mail.remote_pictures.join(', '))));
  if (message?.attachments.length) {
    found.push(check('', 'clip', counted(message.attachments.length, 'attachment') + ', '
      + bytes(message.attachments.reduce((sum, file) => sum + file.size, 0))));
  }
  for (const name of asked.flags.filter((one) => !SAID.includes(one))) found.push(check('alert', 'info', flag(name)));
  if (asked.flags.includes('has_links') && !hosts.length) found.push(check('alert', 'link', 'Something can be followed or loaded that is not in the list of links'));
  if (!found.length) found.push(check('good', 'check', 'Nothing new or unusual was found'));
  return h('section', { class: 'card review' }, h('h2', { text: 'Check before you decide' }), h('ul', { class: 'checks' }, found));
}

const conversation = (thread) => details('The conversation so far, ' + counted(thread.message_count, 'message'), 'conversation',
  thread.messages.slice(-LAST_MESSAGES).map((one) => h('article', { class: 'card' },
    h('p', { class: 'soft small' }, foreign(one.from), ', ', when(one.timestamp)),
    h('pre', { class: 'mail', dir: 'auto', text: one.extracted_text || one.text || '(no text)' }))));

// What is said most often; anything else can be typed.
const REASONS = ['Wrong recipient', 'The facts are wrong', 'Too long', 'Another tone, please', 'Do not promise this', 'Ask me before you write to this person'];
const MOST_NOTE = 500;

function decision(view, asked, editing) {
  const note = h('input', { placeholder: 'Note: the agent reads it', 'aria-label': 'Note to the agent', name: 'note', maxLength: MOST_NOTE, autocomplete: 'off' });
  note.setAttribute('list', 'reasons');
  const run = (verb) => () => {
    if (verb === 'return' && !note.value.trim()) {
      complain(new Error('Say in the note what to change, then send it back.'));
      note.focus();
      return;
    }
    decide(view, asked, verb, note.value.trim()).catch(complain);
  };
  view.note = () => note.value.trim();
  view.kept.shownAt ??= Date.now();
  const byKey = (verb) => () => { if (!view.editing && settled(view.id, view.kept.shownAt)) run(verb)(); };
  view.keys.a = byKey('approve');
  view.keys.r = byKey('reject');
  view.keys.b = byKey('return');
  return h('div', { class: 'decision' }, note, h('datalist', { id: 'reasons' }, REASONS.map((text) => h('option', { value: text }))),
    h('div', { class: 'row' },
      h('button', { type: 'button', class: 'first', title: 'a', onclick: run('approve') }, icon('check'), 'Approve'),
      editing && h('button', { type: 'button', title: 'e', onclick: editing }, icon('drafts'), 'Edit'),
      h('button', { type: 'button', title: 'b', onclick: run('return') }, icon('back'), 'Send back'),
      h('button', { type: 'button', class: 'danger', title: 'r', onclick: run('reject') }, icon('close'), 'Reject')));
}

// Who decided what, when, and what they said.
const verdict = (asked) => h('section', { class: 'card' }, h('h2', { text: 'Decision' }), facts([
  ['Decided', outcome(asked)],
  ['By', asked.decided_by_email ?? asked.decided_by], ['When', asked.decided_at && when(asked.decided_at)], ['Note', asked.note]]));

// A decision that the server holds for some seconds.
const held = (view, { approval_id, planned }) => h('section', { class: 'card' }, h('h2', { text: 'Decision' }),
  h('p', { text: 'It takes effect at ' + new Date(planned.undo_until).toLocaleTimeString() + '. Until then it can be undone.' }),
  button('Undo', () => undo(view, [approval_id]), { sign: 'back' }));

export async function approval(view) {
  const path = '/v0/approvals/' + seg(view.id);
  const asked = await view.get(path);
  const open = waits(asked);
  // A decision that is held takes effect by itself.
  view.live = Boolean(asked.planned);
  const [message, record, thread] = await Promise.all([
    view.get(path + '/message').catch(gone), view.get('/v0/sends/' + seg(asked.send_id)),
    asked.thread_id && view.get('/v0/threads/' + seg(asked.thread_id) + '?limit=20').catch(gone)]);
  const changes = asked.edited && await view.get('/v0/sends/' + seg(asked.send_id) + '/edit').catch(gone);
  const file = (one) => path + '/attachments/' + seg(one.attachment_id);
  const main = h('div', { class: 'main' },
    message ? h('article', { class: 'card message' },
      h('h2', { class: 'subject', dir: 'auto', text: message.subject || '(no subject)' }),
      facts([['From', message.from], ['To', message.to], ['Cc', message.cc], ['Bcc', message.bcc]]),
      readings(message.rendered, message.text), attachments(message.attachments, file))
      : h('p', { class: 'soft', text: 'The content is no longer stored.' }),
    changes && (await import('./edit.js')).edited(changes),
    thread && open && conversation(thread));
  const bar = open && decision(view, asked, message && write);
  // While a person writes, the buttons that decide about the message as it was are away.
  async function write() {
    view.editing = true;
    const { edit } = await import('./edit.js');
    const box = h('div', { class: 'main' });
    bar.hidden = true;
    main.replaceWith(box);
    edit(box, { approval: asked, message, kept: view.kept, note: view.note, done: (decided) => {
      box.replaceWith(main);
      bar.hidden = view.editing = false;
      if (decided) view.refresh();
    } });
  }
  view.keys.e = () => { if (bar && message && !view.editing) write(); };
  return h('div', { class: 'reading' }, around(view, 'approvals', view.id, 'Approvals'),
    page(open ? 'Approve this message?' : 'Decided', h('span', {}, 'From ', asked.inbox_id, ', requested ', when(asked.requested_at),
      open && [', expires ', when(asked.expires_at)]), !open && outcome(asked)),
    h('div', { class: 'columns' },
      main,
      h('aside', {}, open && checks(view, asked, record, message, thread), asked.planned && held(view, asked), asked.decided_at && verdict(asked)),
      h('div', { class: 'extra' }, details('Details', 'details', h('div', { class: 'row' }, anchor('Open the send', view.address('sends/' + asked.send_id)),
          asked.thread_id && anchor('Open the thread', view.address('threads/' + asked.thread_id))),
        facts([['Kind', plain(record.kind)], ['Flags', asked.flags.length > 0 && h('span', {}, asked.flags.map((one) => tag(flag(one))))],
          ['Send', h('code', { text: asked.send_id })], ['Content hash', h('code', { text: asked.content_hash })]])))),
    bar);
}
