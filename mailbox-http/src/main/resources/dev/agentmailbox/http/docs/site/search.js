// The search of the documentation: ranks sections of pages by the words of a question. Runs in the browser and in tests.
const SMALL = new Set(('a an and are as at be by can do does for from has have how i if in into is it me my not of on or our should so than '
  + 'that the their then there this to was we what when where which who why will with without you your handle handled support example include includes need use using want').split(' '));
const IN_PAGE = 8, IN_SECTION = 6, PREFIX = 0.6, MOST = 8;
// The specification is long and matches nearly every question; guides rank above it.
const CONTRACT = /^specification/, LESS = 0.3;

export function wordsOf(text) {
  return text.toLowerCase().match(/[a-z0-9]{2,}/g) || [];
}

// Words that mean the same to somebody who asks.
const stem = (word) => (word.length < 4 ? word : word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ers|ed|es|er|s|e)$/, ''));

export function prepare(parts) {
  const known = parts.map((part) => {
    const counts = new Map();
    const add = (word, weight) => counts.set(stem(word), Math.max(counts.get(stem(word)) || 0, weight));
    for (const entry of part.words.split(' ')) {
      const [word, count] = entry.split('*');
      add(word, 1 + Math.log2(Number(count || 1)) / 4);
    }
    wordsOf(part.section).forEach((word) => add(word, IN_SECTION));
    wordsOf(part.page).forEach((word) => add(word, part.section ? IN_PAGE / 2 : IN_PAGE));
    return { part, counts, weight: (CONTRACT.test(part.address) ? LESS : 1) / (1 + Math.log10(1 + counts.size) / 10) };
  });
  const frequency = new Map();
  for (const { counts } of known) for (const word of counts.keys()) frequency.set(word, (frequency.get(word) || 0) + 1);
  return { known, frequency };
}

export function search(index, question) {
  const asked = [...new Set(wordsOf(question).filter((word) => !SMALL.has(word)).map(stem))].filter((word) => word.length > 1);
  const found = [];
  for (const { part, counts, weight: ofPart } of index.known) {
    let score = 0, hits = 0;
    for (const word of asked) {
      let weight = counts.get(word) || 0;
      if (!weight && word.length > 2) {
        for (const [other, value] of counts) if (other.startsWith(word)) weight = Math.max(weight, value * PREFIX);
      }
      if (weight) hits += 1;
      score += weight * Math.log(1 + index.known.length / (index.frequency.get(word) || 1));
    }
    if (hits) found.push({ part, score: score * ofPart * (hits / asked.length) ** 2 });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, MOST).map(({ part }) => part);
}
