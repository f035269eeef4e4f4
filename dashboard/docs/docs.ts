import './docs.css';
import { createSearch, type Found } from './search.ts';

const box = document.querySelector<HTMLElement>('.search')!;
const input = box.querySelector('input')!;
const list = box.querySelector<HTMLElement>('.results')!;
const status = box.querySelector<HTMLElement>('[role="status"]')!;

/** Loaded when somebody begins to search. */
let loading: Promise<(words: string) => Found[]> | undefined;

async function load(): Promise<(words: string) => Found[]> {
  const response = await fetch('/docs/passages.json');
  if (!response.ok) throw new Error(`GET /docs/passages.json returned ${response.status}`);
  return createSearch(await response.json());
}

function start(): Promise<(words: string) => Found[]> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function show(): Promise<void> {
  const words = input.value.trim();
  try {
    const search = await start();
    // Somebody may have typed on meanwhile.
    if (input.value.trim() !== words) return;
    const found = search(words);
    list.replaceChildren(...found.map(toItem));
    list.hidden = found.length === 0;
    status.textContent = words === '' ? '' : describeCount(found.length);
    status.classList.toggle('visually-hidden', words === '' || found.length > 0);
  } catch {
    status.textContent = 'Search does not work at the moment.';
    status.classList.remove('visually-hidden');
  }
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count} results`;
}

function toItem({ url, page, heading, excerpt }: Found): HTMLElement {
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('strong');
  name.textContent = heading === page ? page : `${page}: ${heading}`;
  const text = document.createElement('span');
  text.textContent = excerpt;
  link.append(name, text);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function close(): void {
  list.hidden = true;
  status.classList.add('visually-hidden');
}

/** Moves through the results with the arrow keys. */
function move(step: number): void {
  const stops = [input, ...list.querySelectorAll('a')];
  const current = stops.indexOf(document.activeElement as HTMLInputElement);
  stops[Math.min(Math.max(current + step, 0), stops.length - 1)]?.focus();
}

box.hidden = false;
input.addEventListener('focus', () => void start().catch(() => {}));
input.addEventListener('input', () => void show());
box.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  }
  if (event.key === 'Escape') {
    close();
    input.focus();
  }
});
// A result on the same page only moves the page.
list.addEventListener('click', close);
document.addEventListener('click', (event) => {
  if (!box.contains(event.target as Node)) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
});

// Browsers have no clipboard for pages that come over plain HTTP from another machine.
const blocks = 'clipboard' in navigator ? document.querySelectorAll('pre') : [];
for (const block of blocks) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.innerText);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}
