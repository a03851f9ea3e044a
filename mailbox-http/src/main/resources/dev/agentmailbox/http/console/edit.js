// A message that waits, changed by a person before it is sent: the fields, then the difference, then the decision.
import { post, seg } from './api.js';
import { field, form, tabs, toast } from './components.js';
import { capital, foreign, h } from './dom.js';

const FIELDS = ['to', 'cc', 'bcc', 'subject', 'text', 'html'];
// Two texts of more pieces than these are shown one after the other.
const MOST_PAIRS = 2e6;

// The longest pieces that both have, as in "diff": [sign, text] with '' for both, '-' for before and '+' for after.
function compare(before, after) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [a, b] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const parts = [['', before.slice(0, start)]];
  if (a.length * b.length > MOST_PAIRS) {
    parts.push(['-', a], ['+', b]);
  } else {
    const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      if (i < a.length && j < b.length && a[i] === b[j]) { parts.push(['', [a[i]]]); i++; j++; }
      else if (j >= b.length || i < a.length && common[i + 1][j] >= common[i][j + 1]) parts.push(['-', [a[i++]]]);
      else parts.push(['+', [b[j++]]]);
    }
  }
  parts.push(['', end ? before.slice(-end) : []]);
  return parts.filter(([, pieces]) => pieces.length);
}

const pieces = (text) => text.match(/\s+|[^\s]+/g) ?? [];
const MARKS = { '': 'span', '-': 'del', '+': 'ins' };

export const difference = (before, after) => h('pre', { class: 'mail difference', dir: 'auto' },
  compare(pieces(before), pieces(after)).map(([sign, found]) => h(MARKS[sign], { text: found.join('') })));

const NAMES = { to: 'To', cc: 'Cc', bcc: 'Bcc', subject: 'Subject', text: 'Text', html: 'HTML' };

// What changed, field by field; what went out is struck through, what came in is underlined.
export const differences = (changes) => h('dl', { class: 'differences' }, changes.map((one) => [
  h('dt', { text: NAMES[one.field] ?? capital(one.field) }), h('dd', {}, difference(one.before ?? '', one.after ?? ''))]));

// A name may have a comma: an address ends at the first comma after its @.
const listed = (text) => (text.match(/[^@]*@[^,]*|[^@]+$/g) ?? [text]).map((one) => one.replace(/^[\s,]+/, '').trim()).filter(Boolean);

// The fields of a message as a person may change them; lists of addresses are separated by commas.
const fields = (message) => ({ to: message.to.join(', '), cc: message.cc.join(', '), bcc: message.bcc.join(', '),
  subject: message.subject ?? '', text: message.text ?? '', html: message.html ?? '' });

const changed = (before, now) => FIELDS.filter((name) => before[name] !== now[name])
  .map((name) => ({ field: name, before: before[name], after: now[name] }));

// The body of the request: only what was changed, and HTML with every change of the text.
function asked(changes, now) {
  const edit = Object.fromEntries(changes.map(({ field: name, after }) => [name, ['to', 'cc', 'bcc'].includes(name) ? listed(after) : after]));
  if ('text' in edit && now.html) edit.html = now.html;
  return edit;
}

// Problems name the fields of the request; here they stand at the fields of the form.
function atFields(problem) {
  for (const one of problem.errors ?? []) one.path = one.path.replace(/^edit\./, '');
  throw problem;
}

const line = (name, value, more) => h('input', { name, value, dir: 'auto', autocomplete: 'off', ...more });
const area = (name, value, rows) => h('textarea', { name, value, rows, dir: 'auto' });

const FORMS = [['text', 'Plain text'], ['html', 'HTML source']];

/*
 * Draws the editor into a box. What was typed is kept in `kept` until it is sent or discarded.
 * `done` is called with what the server answered, or with nothing when the person gives up.
 */
export function edit(box, { approval, message, kept, note, done }) {
  const before = fields(message);
  kept.edited ??= { ...before };
  const give = () => { delete kept.edited; done(); };
  const draw = (show) => {
    box.replaceChildren(show());
    box.querySelector('input, textarea, button')?.focus();
    box.scrollIntoView({ block: 'nearest' });
  };
  const write = () => {
    const now = kept.edited;
    const inputs = [line('to', now.to, { required: true }), line('cc', now.cc), line('bcc', now.bcc), line('subject', now.subject, { maxLength: 998 })];
    const bodies = { text: area('text', now.text, 14), html: area('html', now.html, 18) };
    // Of a message with HTML, its readers see the HTML. A person changes that, or sends plain text instead.
    const choice = h('div', { class: 'readings' });
    const choose = (name) => {
      now.form = name;
      now.html = name === 'text' ? '' : now.source ?? before.html;
      bodies.html.value = now.html;
      choice.replaceChildren(tabs(FORMS, name, choose),
        name === 'text' ? field('Text', bodies.text, 'Without its HTML, the message has no pictures, colours or hidden link addresses.') : field('HTML', bodies.html, 'The plain text is made of it.'));
    };
    if (before.html) choose(now.form ?? 'html');
    for (const input of [...inputs, ...Object.values(bodies)]) input.addEventListener('input', () => {
      now[input.name] = input.value;
      if (input.name === 'html') now.source = input.value;
    });
    return h('section', { class: 'card editor' }, h('h2', { text: 'Change the message' }),
      form([field('To', inputs[0], 'Separate several addresses with commas.'), field('Cc', inputs[1]), field('Bcc', inputs[2]), field('Subject', inputs[3]),
        before.html ? choice : field('Text', bodies.text)], 'Show the difference', () => {
        // The text part of HTML is made of it again.
        if (before.html && now.form === 'html') now.text = before.text;
        if (changed(before, now).length) draw(compareAll);
        else toast('Nothing was changed.');
      }, { also: h('button', { type: 'button', text: 'Discard', onclick: give }) }));
  };
  const compareAll = () => {
    const now = kept.edited;
    const changes = changed(before, now);
    return h('section', { class: 'card editor' }, h('h2', { text: 'This will be sent instead' }), differences(changes),
      form([h('p', { class: 'soft small', text: 'It passes all checks once more. The agent can read what you changed.' })], 'Approve with these changes', async () => {
        const text = note();
        const decided = await post('/v0/approvals/' + seg(approval.approval_id) + '/approve', { edit: asked(changes, now), ...(text && { note: text }) })
          .catch(atFields);
        delete kept.edited;
        toast('Approved with your changes.');
        done(decided);
      }, { also: h('button', { type: 'button', text: 'Back to the text', onclick: () => draw(write) }) }));
  };
  draw(write);
}

// What a person changed of a send, to be read later.
export const edited = (found) => h('section', { class: 'card' }, h('h2', {}, 'Changed before it was sent'), differences(found.changes),
  h('p', { class: 'soft small' }, foreign('Original: SHA-256 ' + found.original_hash)));
