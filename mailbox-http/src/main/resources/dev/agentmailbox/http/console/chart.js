// Bars of days with an axis, its unit and a legend, drawn by hand.
import { h, number } from './dom.js';
import { draw } from './icons.js';

const HEIGHT = 200;
const TOP = 12;
const BOTTOM = 24;
const SIDE = 44;
// Room for the half of the last label.
const RIGHT = 18;
const LINES = 4;
const MOST_LABELS = 10;
const LABEL_PIXELS = 52;
const MOST_WIDTH = 1100;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

// The next round number, so that each line of the grid stands for a whole one.
function ceiling(most) {
  if (most <= LINES) return LINES;
  const quarter = most / LINES;
  const power = 10 ** Math.floor(Math.log10(quarter));
  return LINES * [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= quarter);
}

const short = (value) => (value >= 10000 ? number(Math.round(value / 1000)) + 'k' : number(value));

// series: [name, class, value of a day]; unit: what is counted.
export function chart(title, unit, days, series) {
  const width = Math.min(MOST_WIDTH, Math.max(300, (document.getElementById('main')?.clientWidth ?? 800) - 80));
  const top = ceiling(Math.max(0, ...days.flatMap((day) => series.map(([, , value]) => value(day)))));
  const step = (width - SIDE - RIGHT) / Math.max(1, days.length);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const bar = Math.min(18, step * 0.72 / series.length);
  const every = Math.ceil(days.length / Math.min(MOST_LABELS, Math.max(2, Math.floor((width - SIDE - RIGHT) / LABEL_PIXELS))));
  const grid = Array.from({ length: LINES + 1 }, (_, line) => {
    const value = top * line / LINES;
    return [draw('line', { x1: SIDE, x2: width, y1: y(value), y2: y(value), class: 'grid' }),
      draw('text', { x: SIDE - 8, y: y(value) + 4, 'text-anchor': 'end' }, short(value))];
  });
  const bars = days.map((day, at) => {
    const left = SIDE + at * step + (step - bar * series.length) / 2;
    const label = (days.length - 1 - at) % every === 0;
    return draw('g', {}, draw('title', {}, DAY.format(new Date(day.date)) + ': '
      + series.map(([name, , value]) => number(value(day)) + ' ' + name.toLowerCase()).join(', ')),
    draw('rect', { x: SIDE + at * step, y: TOP, width: step, height: HEIGHT - TOP - BOTTOM, class: 'day' }),
    series.map(([, kind, value], n) => draw('rect', { x: left + n * bar, y: y(value(day)), width: Math.max(1, bar - 1),
      height: HEIGHT - BOTTOM - y(value(day)), class: kind })),
    label ? [draw('text', { x: SIDE + (at + 0.5) * step, y: HEIGHT - 6, 'text-anchor': 'middle' }, DAY.format(new Date(day.date)))] : []);
  });
  const sums = series.map(([name, , value]) => number(days.reduce((sum, day) => sum + value(day), 0)) + ' ' + name.toLowerCase());
  return h('figure', { class: 'chart card' },
    h('figcaption', {}, h('strong', { text: title }), h('span', { class: 'soft small', text: unit }),
      h('span', { class: 'legend' }, series.map(([name, kind]) => h('span', {}, draw('svg', { viewBox: '0 0 10 10', class: 'swatch', 'aria-hidden': 'true' },
        draw('rect', { width: 10, height: 10, rx: 2, class: kind })), name)))),
    draw('svg', { viewBox: '0 0 ' + width + ' ' + HEIGHT, class: 'plot', role: 'img',
      'aria-label': title + ', ' + days.length + ' days: ' + sums.join(', ') }, grid, bars));
}
