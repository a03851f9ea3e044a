// Pictures of every page of the console and of the documentation, with mail as people have it: in light and dark, from a phone to a
// large screen. Each page is also asked whether it is wider than its window, and what axe finds in it.
// RESOURCES: a folder (…/dev/agentmailbox/http) whose style sheets and scripts are shown instead of the server's, to see a change
// without building it.
// SESSION: a file that keeps the session for the next run, which then needs SEED=no. ONLY, WIDTHS and SCHEMES choose pictures.
import { mkdirSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import axe from 'axe-core';
import { seed } from './pictures-mail.mjs';

const { HTTP_PORT, SMTP_PORT, LINK, OUT, RESOURCES, SESSION, ONLY } = process.env;
const base = 'http://localhost:' + HTTP_PORT;
const WIDTHS = (process.env.WIDTHS || '390,1280,1920').split(',').map(Number);
const SCHEMES = (process.env.SCHEMES || 'light,dark').split(',');
// Where only the width and axe are of interest.
const BETWEEN = (process.env.BETWEEN ?? '768,2560').split(',').filter(Boolean).map(Number);
const HEIGHTS = { 390: 844, 1280: 800, 1920: 1080, 2560: 1440 };
mkdirSync(OUT, { recursive: true });

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const types = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

async function open(options, guest = false) {
  const context = await browser.newContext({ ...options, ...(!guest && SESSION && existsSync(SESSION) && { storageState: SESSION }) });
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(page.url() + ' ' + error));
  // The reference names a picture elsewhere, which is not loaded.
  page.on('console', (message) => { if (message.type() === 'error' && !/401|redoc\.ly/.test(message.text())) wrong.push(page.url() + ' ' + message.text()); });
  if (RESOURCES) {
    await page.route('**/assets/*/*', (route) => {
      const name = route.request().url().split('/').at(-1);
      const file = ['console', 'docs/site', 'docs/redoc'].map((folder) => join(RESOURCES, folder, name)).find(existsSync);
      if (file) route.fulfill({ body: readFileSync(file), contentType: types[name.split('.').at(-1)] });
      else route.continue();
    });
    await page.route(/^http:\/\/[^/]+\/console(\/(?!assets\/).*)?$/, (route) => route.fulfill({ contentType: types.html,
      body: readFileSync(join(RESOURCES, 'console/index.html'), 'utf8').replaceAll('@APP_PATH@', '/console').replaceAll('@VERSION@', 'x').replace('@DOCS_URL@', '/docs') }));
  }
  // A server that started today has one day; the days before it are given here.
  await page.route('**/v0/usage*', async (route) => {
    const answer = await route.fetch();
    const usage = await answer.json();
    usage.days?.forEach((day, at) => {
      if (at === usage.days.length - 1) return;
      const weekend = [0, 6].includes(new Date(day.date).getUTCDay());
      day.received = Math.round((weekend ? 40 : 160) * (1 + 0.35 * Math.sin(at * 1.7)));
      day.sent_messages = Math.round(day.received * (0.45 + 0.2 * Math.sin(at)));
      day.sent_recipients = Math.round(day.sent_messages * 1.2);
      day.bounced = at % 5 === 0 ? 2 : 0;
      day.api_calls = day.received * 31;
      day.storage_bytes = 41_000_000 + at * 1_300_000;
    });
    route.fulfill({ response: answer, json: usage });
  });
  return page;
}

const wrong = [];
const first = await open({ viewport: { width: 1280, height: 800 } });
if (LINK && !(SESSION && existsSync(SESSION))) await first.goto(LINK);
wrong.length = 0;
await first.goto(base + '/console/');
await first.waitForSelector('nav.side');
const storageState = await first.context().storageState(SESSION ? { path: SESSION } : {});

const call = async (method, path, data) => {
  const answer = await first.context().request.fetch(base + path, { method, data, headers: { origin: base, 'idempotency-key': crypto.randomUUID() } });
  if (!answer.ok()) throw new Error(method + ' ' + path + ' ' + await answer.text());
  return answer.status() === 204 ? {} : answer.json();
};
if (process.env.SEED !== 'no') await seed(call, SMTP_PORT);

const threads = (await call('GET', '/v0/threads?limit=200')).threads;
const thread = (words) => threads.find((one) => one.subject?.includes(words))?.thread_id;
const waiting = (await call('GET', '/v0/approvals?status=pending&limit=50')).approvals;
const approval = (words) => waiting.find((one) => one.mail.subject.includes(words))?.approval_id;
const held = (await call('GET', '/v0/held-messages?limit=50')).messages;
const sends = (await call('GET', '/v0/sends?status=sent')).sends;
const drafts = (await call('GET', '/v0/drafts')).drafts;
const hooks = (await call('GET', '/v0/webhooks')).webhooks;

const press = (...names) => async (page) => { for (const name of names) await page.click(`main button:has-text("${name}"), dialog button:has-text("${name}")`); };
const PLACES = [
  ['overview', ''], ['approvals', 'approvals'], ['approval', 'approvals/' + approval('Invoice 2026-118')], ['approval-reply', 'approvals/' + approval('Re: ')],
  ['held', 'held'], ['held-one', 'held/' + held[0]?.thread_id], ['threads', 'threads'], ['threads-empty', 'threads?q=zzzznothing'],
  ['threads-found', 'threads?q=invoice'], ['thread', 'threads/' + thread('Wrong size delivered')], ['thread-newsletter', 'threads/' + thread('Weekly digest')],
  ['thread-files', 'threads/' + thread('tender documents')], ['thread-arabic', 'threads/' + thread('عرض')],
  ['thread-headers', 'threads/' + thread('Wrong size delivered'), async (page) => { await page.click('details[open] .tabs button:has-text("Headers")'); await page.waitForSelector('.headers'); }],
  ['inboxes', 'inboxes'], ['inbox', 'inboxes/support@' + process.env.DOMAIN], ['inbox-new', 'inboxes', press('New inbox')],
  ['write', 'inboxes/support@' + process.env.DOMAIN, press('Write')], ['drafts', 'drafts'], ['draft', 'drafts/' + drafts[0]?.draft_id], ['sends', 'sends'], ['send', 'sends/' + sends[0]?.send_id],
  ['keys', 'keys'], ['key-new', 'keys', async (page) => { await press('New key')(page); await page.selectOption('dialog select[aria-label=Permissions]', 'own'); }],
  ['key-wrong', 'keys', press('New key', 'Create')], ['programs', 'programs'], ['agents', 'agents'], ['policy', 'policy'], ['lists', 'lists?direction=receive'],
  ['usage', 'usage'], ['webhooks', 'webhooks'], ['webhook', 'webhooks/' + hooks[0]?.webhook_id], ['members', 'members'], ['account', 'account'], ['platform', 'platform'], ['missing', 'nothing-here'],
  ['docs', '/docs'], ['docs-first-mail', '/docs/first-mail'], ['docs-settings', '/docs/settings'], ['docs-sending', '/docs/sending'],
  ['docs-errors', '/docs/errors'], ['docs-limits', '/docs/limits'], ['docs-decisions', '/docs/decisions'],
  ['docs-reference', '/docs/reference', (page) => page.waitForSelector('[data-section-id]')],
  ['help', '', async (page) => page.keyboard.press('?')], ['menu', '', async (page) => { if (await page.isVisible('nav.bar')) await page.click('nav.bar button'); }],
];

const chosen = (name) => !ONLY || ONLY.split(',').includes(name);
const findings = [];
let asked = 0;

// What is wrong with a page that does not need an eye.
async function ask(page, file) {
  const found = await page.evaluate(() => {
    const width = document.scrollingElement.scrollWidth;
    const wide = width > innerWidth ? ['page is ' + width + ' px wide'] : [];
    const outside = [...document.querySelectorAll('main *, dialog *')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width && box.right > innerWidth + 1 && !one.closest('.scroll, .wide, pre, .plot, iframe, .clip, .who, .what, .name, summary') && getComputedStyle(one).position !== 'absolute';
    }).slice(0, 3).map((one) => 'outside: ' + one.tagName + '.' + one.className);
    return [...wide, ...outside];
  });
  for (const text of found) wrong.push(file + ': ' + text);
  await page.evaluate(axe.source);
  // Nothing runs in the frames of mail, so axe cannot look into them.
  const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }));
  asked += 1;
  // Redoc puts its navigation outside of every landmark.
  for (const one of violations.filter(({ id }) => id !== 'region' || !file.startsWith('docs-reference'))) findings.push(file + ': axe ' + one.id + ' (' + one.nodes.length + ') ' + one.nodes[0].target.join(' ') + ': ' + one.help);
}

async function visit(page, width, colorScheme, pictured) {
  for (const [name, path, then] of PLACES.filter(([one]) => chosen(one))) {
    const file = [name, width, colorScheme === 'dark' && 'dark'].filter(Boolean).join('-') + '.png';
    try {
      await page.goto(path.startsWith('/') ? base + path : base + '/console/' + path);
      await page.waitForSelector('h1');
      await page.waitForFunction(() => !document.querySelector('.loading'));
      if (then) await then(page);
      await page.waitForTimeout(250);
      await ask(page, file);
      if (pictured) await page.screenshot({ path: join(OUT, file) });
    } catch (problem) {
      wrong.push(file + ': ' + problem.message.split('\n')[0]);
    }
  }
}

for (const colorScheme of SCHEMES) {
  for (const width of [...WIDTHS, ...(colorScheme === SCHEMES[0] ? BETWEEN : [])]) {
    const size = { viewport: { width, height: HEIGHTS[width] ?? 900 }, colorScheme, hasTouch: width < 500 };
    const page = await open({ ...size, storageState });
    await visit(page, width, colorScheme, WIDTHS.includes(width));
    await page.context().close();
    for (const [name, path] of [['signin', ''], ['waitlist', 'waitlist']].filter(([one]) => chosen(one))) {
      const guest = await open(size, true);
      const file = [name, width, colorScheme === 'dark' && 'dark'].filter(Boolean).join('-') + '.png';
      await guest.goto(base + '/console/' + path);
      await guest.waitForSelector('input[name=email]');
      await ask(guest, file);
      if (WIDTHS.includes(width)) await guest.screenshot({ path: join(OUT, file) });
      await guest.context().close();
    }
  }
}
await browser.close();
for (const one of new Set([...wrong, ...findings])) console.log(one);
console.log(asked + ' pages asked, ' + wrong.length + ' faults, ' + findings.length + ' violations of axe ' + axe.version);
process.exit(wrong.length || findings.length ? 1 : 0);
