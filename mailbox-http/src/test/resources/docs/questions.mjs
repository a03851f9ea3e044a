// Prints the questions whose first answer is on another page. Arguments: search.js, search.json, questions.txt.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [script, json, questions] = process.argv.slice(2);
const { prepare, search } = await import(pathToFileURL(script));
const index = prepare(JSON.parse(readFileSync(json, 'utf8')));
for (const line of readFileSync(questions, 'utf8').split('\n')) {
  const [question, pages] = line.split(' | ');
  if (!pages) continue;
  const first = search(index, question)[0]?.address.split('#')[0] || 'nothing';
  if (!pages.split(' ').includes(first)) console.log(`${question}: ${first}, not ${pages}`);
}
