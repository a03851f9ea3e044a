// The console's own drawings: strokes on a field of 24 by 24, in the colour of the text beside them.

const SVG = 'http://www.w3.org/2000/svg';

const STROKES = {
  account: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.5 20.5c.7-4.2 3.6-6 7.5-6s6.8 1.8 7.5 6',
  agents: 'M10 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M3 20c.6-4 3.4-6 7-6M17 14v6M14 17h6',
  alert: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  approvals: 'M12 3l8 3v6c0 4.5-3.4 7.6-8 9c-4.6-1.4-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  apps: 'M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  audit: 'M6 3h9l4 4v14H6zM9 9h6M9 13h7M9 17h5',
  back: 'M14 6l-6 6 6 6',
  block: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M6 6l12 12',
  check: 'M5 12.5l4.5 4.5L19 7',
  clip: 'M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.3 4.3L9.6 16.2a1.5 1.5 0 0 1-2.1-2.1L14 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  docs: 'M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2c2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2zM12 6.5v13',
  drafts: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  held: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M10 9v6M14 9v6',
  inboxes: 'M4 13l2.5-8h11L20 13v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 11v5M12 8h.01',
  keys: 'M15 4a5 5 0 1 0 0 10a5 5 0 1 0 0-10M11.5 12.5L4 20M7 17l2.5 2.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  lists: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  members: 'M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3 3 0 0 1 0 6M18.5 14.5c1.8.8 2.8 2.5 3 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  next: 'M10 6l6 6-6 6',
  overview: 'M4 4h7v7H4zM13 4h7v4h-7zM13 10h7v10h-7zM4 13h7v7H4z',
  person: 'M12 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M5 20c.6-4 3.3-6 7-6s6.4 2 7 6',
  platform: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  plus: 'M12 5v14M5 12h14',
  policy: 'M4 7h10M18 7h2M16 5v4M4 12h2M10 12h10M8 10v4M4 17h8M16 17h4M14 15v4',
  reply: 'M9 7l-5 5 5 5M4 12h9c4 0 7 2 7 6',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l4.5 4.5',
  sends: 'M3 11.5L21 4l-6.5 17-3-7zM11.5 14L21 4',
  threads: 'M4 6h16v12H4zM4 7l8 6 8-6',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13',
  usage: 'M5 20V11M11 20V4M17 20v-6M3 20h18',
  webhooks: 'M13 3L5 14h6l-1 7 8-11h-6z',
};

// Elements of SVG are made like those of HTML: from names, never from text.
export function draw(tag, properties, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  element.append(...children.flat(2));
  return element;
}

export const icon = (name) => draw('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
  draw('path', { d: STROKES[name] }));
