// What a page of the documentation does beside being read: search, and copy buttons. Without scripts it is complete too.
import { prepare, search } from './search.js';

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

function addSearch(place) {
  const input = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the documentation', autocomplete: 'off' });
  const results = element('ul', { class: 'results', hidden: '' });
  let index;
  const load = () => (index ??= fetch(place.dataset.index).then((answer) => answer.json()).then(prepare));
  const show = async () => {
    const question = input.value.trim();
    const found = question.length < 2 ? [] : search(await load(), question);
    if (question !== input.value.trim()) return;
    results.replaceChildren(...found.map((part) => element('li', {},
      element('a', { href: place.dataset.root + '/' + part.address }, part.section || part.page, element('span', {}, part.section ? part.page : '')))));
    if (question.length >= 2 && !found.length) results.append(element('li', {}, element('p', {}, 'Nothing found.')));
    results.hidden = question.length < 2;
  };
  const move = (step) => {
    const links = [input, ...results.querySelectorAll('a')];
    const next = links[links.indexOf(document.activeElement) + step];
    if (next) next.focus();
  };
  input.addEventListener('focus', load);
  input.addEventListener('input', show);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') { event.preventDefault(); move(event.key === 'ArrowDown' ? 1 : -1); }
    if (event.key === 'Enter' && document.activeElement === input) results.querySelector('a')?.click();
    if (event.key === 'Escape') { input.value = ''; results.hidden = true; input.focus(); }
  });
  document.addEventListener('click', (event) => { if (!place.contains(event.target)) results.hidden = true; });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement === document.body) { event.preventDefault(); input.focus(); }
  });
  place.append(input, results);
}

function addCopy(block) {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  const frame = element('div', { class: 'code' });
  block.replaceWith(frame);
  frame.append(block, button);
}

document.querySelectorAll('.search').forEach(addSearch);
document.querySelectorAll('article pre').forEach(addCopy);
document.querySelectorAll('article :is(h2, h3)[id]').forEach((heading) => {
  heading.append(element('a', { class: 'anchor', href: '#' + heading.id, 'aria-label': 'Link to this section' }, '#'));
});
