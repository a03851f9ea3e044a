// What people do most in the console, from its first page on: clicks, keys, and seconds. The machine is measured without any pause between
// the steps; the time of a person is estimated by the Keystroke-Level Model.
import { chromium } from 'playwright-core';
import { seed } from './pictures-mail.mjs';

const { HTTP_PORT, SMTP_PORT, LINK } = process.env;
const base = 'http://localhost:' + HTTP_PORT;
// Card, Moran and Newell: a key, pointing, pressing or releasing the button, thinking before a step.
const [KEY, POINT, BUTTON, THINK] = [0.28, 1.1, 0.1, 1.35];

const TASKS = [
  ['Approve a mail', async (person) => {
    await person.click('nav.side .item:has-text("Approvals")');
    await person.click('ul.list a:has-text("Re: ")');
    await person.click('button:has-text("Approve")');
    await person.sees('.toast:has-text("Approved")');
  }],
  ['Find a message', async (person) => {
    await person.types('/');
    await person.sees('input[type=search]:focus');
    await person.types('tender');
    await person.presses('Enter');
    await person.click('ul.list a:has-text("All tender documents")');
    await person.sees('pre.mail:has-text("all nine documents")');
  }],
  ['Make a key that only reads', async (person) => {
    await person.click('nav.side .item:has-text("API keys")');
    await person.click('button:has-text("New key")');
    await person.sees('dialog input:focus');
    await person.types('reports');
    await person.chooses('select[aria-label=Permissions]', 'read');
    await person.click('dialog button:text-is("Create")');
    await person.click('dialog button:text-is("Copy")');
    await person.click('dialog button:text-is("Done")');
    await person.sees('td:has-text("reports")');
  }],
  ['See why a mail was held', async (person) => {
    await person.click('nav.side .item:has-text("Held mail")');
    await person.click('ul.list a:has-text("Install this update")');
    await person.sees('dd:has-text("an attached file may be a program")');
  }],
  ['Add a member', async (person) => {
    await person.click('nav.side .item:has-text("Members")');
    await person.click('input[type=email]');
    await person.types('kim@northwind.example');
    await person.presses('Enter');
    await person.sees('td:has-text("kim@northwind.example")');
  }],
];

// A person at that page, whose clicks and keys are counted.
function person(page) {
  const done = { clicks: 0, keys: 0, steps: 0 };
  const count = (clicks, keys, steps = 1) => { done.clicks += clicks; done.keys += keys; done.steps += steps; };
  return {
    done,
    click: async (selector) => { count(1, 0); await page.click(selector); },
    types: async (text) => { count(0, text.length); await page.keyboard.type(text); },
    // Ends what was typed without another thought.
    presses: async (key) => { count(0, 1, 0); await page.keyboard.press(key); },
    // Opens the list and points at the choice.
    chooses: async (selector, value) => { count(2, 0); await page.selectOption(selector, value); },
    sees: (selector) => page.waitForSelector(selector),
  };
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
const page = await context.newPage();
await page.goto(LINK);
await page.waitForSelector('nav.side');
await seed(async (method, path, data) => {
  const answer = await context.request.fetch(base + path, { method, data, headers: { origin: base, 'idempotency-key': crypto.randomUUID() } });
  if (!answer.ok()) throw new Error(method + ' ' + path + ' ' + await answer.text());
  return answer.status() === 204 ? {} : answer.json();
}, SMTP_PORT);

console.log('| Task | Clicks | Keys | Machine | Person |\n|---|---|---|---|---|');
for (const [name, task] of TASKS) {
  await page.goto(base + '/console');
  await page.waitForSelector('.cards');
  const one = person(page);
  const start = performance.now();
  await task(one);
  const machine = (performance.now() - start) / 1000;
  const { clicks, keys, steps } = one.done;
  const estimate = steps * THINK + clicks * (POINT + 2 * BUTTON) + keys * KEY;
  console.log(`| ${name} | ${clicks} | ${keys} | ${machine.toFixed(1)} s | ${estimate.toFixed(1)} s |`);
}
await browser.close();
