// The console's only door: the same operations that the API documents.

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || 'The service answered ' + status + '.');
    this.status = status;
    this.code = body.code || '';
    this.fix = body.fix || '';
    this.reason = body.reason || '';
    this.errors = body.errors || [];
  }
}

let onSignedOut = () => {};
let askStepUp = async () => false;

export function whenSignedOut(action) { onSignedOut = action; }
export function whenStepUpNeeded(action) { askStepUp = action; }

// An answer that is lost must not leave a page that loads for ever.
const READ_SECONDS = 8;
const CHANGE_SECONDS = 60;

async function once(method, path, body, more, raw, limit = method === 'GET' && !raw ? READ_SECONDS : CHANGE_SECONDS) {
  const headers = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
  const answer = await fetch(path, {
    method, headers, credentials: 'same-origin',
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(1000 * limit),
  });
  if (answer.status === 204) return {};
  if (raw && answer.ok) return answer.blob();
  const json = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, json);
  return json;
}

// Reading is tried once more when no answer comes.
async function attempt(method, path, body, more, raw) {
  try {
    return await once(method, path, body, more, raw);
  } catch (problem) {
    if (method !== 'GET' || problem.name !== 'TimeoutError') throw problem;
    return once(method, path, body, more, raw);
  }
}

async function call(method, path, body, more, raw) {
  try {
    return await attempt(method, path, body, more, raw);
  } catch (problem) {
    if (problem.code === 'step_up_required' && await askStepUp()) return once(method, path, body, more, raw);
    if (problem.code === 'unauthorized' && !path.startsWith('/v0/console/')) onSignedOut();
    throw problem;
  }
}

export const get = (path) => call('GET', path);
// What is saved as it is.
export const file = (path) => call('GET', path, undefined, undefined, true);
// What nobody asked for but the clock does not keep a session alive.
export const getByTimer = (path) => call('GET', path, undefined, { 'x-console-refresh': 'timer' });
// What happened after a cursor; waits when nothing has.
export const eventsAfter = (cursor, wait) =>
  once('GET', '/v0/events' + query({ after: cursor, wait, limit: 200 }), undefined, { 'x-console-refresh': 'timer' }, false, wait + READ_SECONDS);
export const post = (path, body) => call('POST', path, body);
export const patch = (path, body) => call('PATCH', path, body);
export const put = (path, body) => call('PUT', path, body);
export const del = (path) => call('DELETE', path);

// An address stands in a path as it is; everything else is encoded.
export const seg = (text) => encodeURIComponent(text).replaceAll('%40', '@');

export function query(parameters) {
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return known.length ? '?' + new URLSearchParams(known) : '';
}
