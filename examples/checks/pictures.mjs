// Pictures of every page of the console, with mail as people have it: in light and dark, from a phone to a large screen.
// CONSOLE_FILES: a folder whose files are shown instead of the server's, to see a change without building it.
// SESSION: a file that keeps the session for the next run, which then needs SEED=no. ONLY, WIDTHS and SCHEMES choose pictures.
import { mkdirSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { seed } from './pictures-mail.mjs';

const { HTTP_PORT, SMTP_PORT, LINK, OUT, CONSOLE_FILES, SESSION, ONLY } = process.env;
const base = 'http://localhost:' + HTTP_PORT;
const WIDTHS = (process.env.WIDTHS || '390,1280,1920').split(',').map(Number);
const SCHEMES = (process.env.SCHEMES || 'light,dark').split(',');
const HEIGHTS = { 390: 844, 1280: 800, 1920: 1080, 2560: 1440 };
mkdirSync(OUT, { recursive: true });

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const types = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

async function open(options, guest = false) {
  const context = await browser.newContext({ ...options, ...(!guest && SESSION && existsSync(SESSION) && { storageState: SESSION }) });
  const page = await context.newPage();
  page.on('pageerror', (error) => wrong.push(page.url() + ' ' + error));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) wrong.push(page.url() + ' ' + message.text()); });
  if (CONSOLE_FILES) {
    await page.route('**/console/assets/*/*', (route) => {
      const name = route.request().url().split('/').at(-1);
      const file = join(CONSOLE_FILES, name);
      if (existsSync(file)) route.fulfill({ body: readFileSync(file), contentType: types[name.split('.').at(-1)] });
      else route.continue();
    });
    await page.route(/^http:\/\/[^/]+\/console(\/(?!assets\/).*)?$/, (route) => route.fulfill({ contentType: types.html,
      body: readFileSync(join(CONSOLE_FILES, 'index.html'), 'utf8').replaceAll('@APP_PATH@', '/console').replaceAll('@VERSION@', 'x').replace('@PRELOADS@', '') }));
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
  ['help', '', async (page) => page.keyboard.press('?')], ['menu', '', async (page) => { if (await page.isVisible('nav.bar')) await page.click('nav.bar button'); }],
];

for (const colorScheme of SCHEMES) {
  for (const width of WIDTHS) {
    const page = await open({ viewport: { width, height: HEIGHTS[width] ?? 900 }, colorScheme, storageState, hasTouch: width < 500 });
    for (const [name, path, then] of PLACES) {
      if (ONLY && !ONLY.split(',').includes(name)) continue;
      const file = [name, width, colorScheme === 'dark' && 'dark'].filter(Boolean).join('-') + '.png';
      try {
        await page.goto(base + '/console/' + path);
        await page.waitForSelector('main h1, main .empty');
        await page.waitForFunction(() => !document.querySelector('.loading'));
        if (then) await then(page);
        await page.waitForTimeout(250);
        const found = await page.evaluate(() => {
          const wide = document.documentElement.scrollWidth > innerWidth ? ['page is ' + document.documentElement.scrollWidth + ' px wide'] : [];
          const outside = [...document.querySelectorAll('main *, dialog *')].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && box.right > innerWidth + 1 && !one.closest('.scroll, pre, .plot, iframe, .clip, .who, .what, summary') && getComputedStyle(one).position !== 'absolute';
          }).slice(0, 3).map((one) => 'outside: ' + one.tagName + '.' + one.className);
          return [...wide, ...outside];
        });
        for (const text of found) wrong.push(file + ': ' + text);
        await page.screenshot({ path: join(OUT, file) });
      } catch (problem) {
        wrong.push(file + ': ' + problem.message.split('\n')[0]);
      }
    }
    await page.context().close();
  }
}
if (!ONLY || ONLY.split(',').includes('signin')) {
  const guest = await open({ viewport: { width: 1280, height: 800 } }, true);
  await guest.goto(base + '/console/');
  await guest.waitForSelector('input[name=email]');
  await guest.screenshot({ path: join(OUT, 'signin-1280.png') });
}
await browser.close();
for (const one of new Set(wrong)) console.log(one);
process.exit(wrong.length ? 1 : 0);
