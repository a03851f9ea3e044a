// Several messages that wait, decided in one go after each was shown: the first whole, the others by what differs from it.
import { get, seg } from './api.js';
import { plan, undoable } from './approvals.js';
import { anchor, complain, dialog, explain, facts, toast } from './components.js';
import { counted, foreign, h } from './dom.js';
import { difference } from './edit.js';
import { icon } from './icons.js';

const MOST = 50;
const MOST_NOTE = 500;

// What must be looked at by itself: a text that is read here is not all that recipients see.
function alone({ attachments, rendered }) {
  if (rendered.html !== undefined) return 'has HTML';
  if (attachments.length) return 'has files';
  if (rendered.hidden_text || rendered.not_shown.length) return 'has more than is shown';
  return '';
}

const addresses = (message) => [...message.to, ...message.cc, ...message.bcc].join(', ');

const shown = (first) => ({ message }, at) => h('article', { class: 'card' },
  facts([['From', message.from], ['To', difference(at ? addresses(first) : addresses(message), addresses(message))],
    ['Subject', difference(at ? first.subject ?? '' : message.subject ?? '', message.subject ?? '')]]),
  difference(at ? first.text ?? '' : message.text ?? '', message.text ?? ''));

async function decideAll(view, found, verb, note) {
  const problems = [];
  const done = [];
  for (const { approval } of found) {
    await plan(approval.approval_id, verb, note).then(() => done.push(approval.approval_id), (problem) => problems.push(problem));
  }
  if (done.length) undoable(view, done, counted(done.length, 'message') + (verb === 'approve' ? ' approved.' : ' rejected.'));
  if (problems.length) toast(counted(problems.length, 'message was', 'messages were') + ' not decided: ' + explain(problems[0]));
}

// Shows the chosen ones and asks; true when something was decided.
export async function together(view, chosen) {
  const all = await Promise.all(chosen.slice(0, MOST).map(async (approval) => (
    { approval, message: await get('/v0/approvals/' + seg(approval.approval_id) + '/message') })));
  const found = all.filter(({ message }) => !alone(message));
  const apart = all.filter(({ message }) => alone(message));
  const note = h('input', { name: 'note', placeholder: 'Note: the agents read it', 'aria-label': 'Note to the agents', maxLength: MOST_NOTE, autocomplete: 'off' });
  return dialog(counted(found.length, 'message') + ' to decide about', (close) => {
    const run = (verb) => async (event) => {
      for (const button of event.currentTarget.parentElement.children) button.disabled = true;
      await decideAll(view, found, verb, note.value.trim()).catch(complain);
      close(true);
    };
    const act = (verb, kind, sign, text) => h('button', { type: 'button', class: kind, onclick: run(verb) }, icon(sign), text + ' ' + found.length);
    return h('div', { class: 'together' },
      found.length > 1 && h('p', { class: 'soft small', text: 'What differs from the first message is marked.' }),
      h('div', { class: 'stack' }, found.map(shown(found[0]?.message))),
      apart.length > 0 && h('div', { class: 'notice' }, icon('alert'), h('div', {}, h('p', { text: 'To be opened by themselves:' }),
        h('ul', {}, apart.map(({ approval, message }) => h('li', {}, anchor(message.subject || '(no subject)', view.address('approvals/' + approval.approval_id), { kind: '' }),
          ' to ', foreign(addresses(message)), ', which ' + alone(message)))))),
      h('div', { class: 'decision' }, found.length > 0 && note, h('div', { class: 'row' },
        found.length > 0 && [act('approve', 'first', 'check', 'Approve'), act('reject', 'danger', 'close', 'Reject')],
        h('button', { type: 'button', text: 'Cancel', onclick: () => close(false) }))));
  });
}

// The list is drawn anew around boxes that stay, so what is chosen is read from the page.
const boxes = () => [...document.querySelectorAll('input.pick')];
const known = new Map();
let last = '';

function show(view) {
  const chosen = boxes().filter((box) => box.checked).map((box) => known.get(box.value));
  const bar = document.querySelector('.selection');
  const clear = () => { for (const box of boxes()) box.checked = false; show(view); };
  bar.hidden = !chosen.length;
  bar.replaceChildren(h('div', { class: 'row' },
    h('button', { type: 'button', class: 'first', text: 'Review ' + chosen.length + ' together',
      onclick: () => together(view, chosen).then((decided) => { if (decided) { clear(); view.refresh(); } }, complain) }),
    h('button', { type: 'button', text: 'Clear', onclick: clear })));
}

function choose(view, box, range) {
  const all = boxes();
  const [from, to] = [all.findIndex((one) => one.value === last), all.indexOf(box)].sort((a, b) => a - b);
  if (range && from >= 0) for (const one of all.slice(from, to + 1)) one.checked = box.checked;
  last = box.value;
  show(view);
}

// A box with which a message is chosen; with Shift, everything since the one before.
export const picker = (view) => (approval) => {
  known.set(approval.approval_id, approval);
  return h('input', { type: 'checkbox', class: 'pick', value: approval.approval_id, 'aria-label': 'Choose ' + (approval.mail?.subject || 'this message'),
    onclick: (event) => choose(view, event.currentTarget, event.shiftKey) });
};

// Says how many are chosen.
export function chosenBar(view) {
  view.keys.x = () => (document.querySelector('li.chosen > input.pick') ?? boxes()[0])?.click();
  return h('div', { class: 'selection', hidden: true });
}
