/* global document, matchMedia, localStorage */
import MiniSearch from 'minisearch';
import { SEARCH } from './search-settings.mjs';

const MOST_RESULTS = 12;

const base = document.documentElement.dataset.base ?? '';
const field = document.getElementById('search');
const list = document.getElementById('results');

let index;

/** Loads the index when it is first needed. */
function loadIndex() {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${base}search-index.js`;
    script.onload = () => resolve(MiniSearch.loadJSON(globalThis.searchIndex, SEARCH));
    script.onerror = () => reject(new Error('the search index cannot be loaded'));
    document.head.append(script);
  });
  return index;
}

function itemOf({ id, title, page }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = base + id;
  const place = document.createElement('small');
  place.textContent = page;
  link.append(title, place);
  item.append(link);
  return item;
}

async function search() {
  const text = field.value.trim();
  if (text === '') return close();
  const found = (await loadIndex()).search(text).slice(0, MOST_RESULTS);
  list.replaceChildren(...found.map(itemOf));
  if (found.length === 0) list.textContent = 'Nothing found.';
  list.hidden = false;
}

function close() {
  list.hidden = true;
}

/** Moves between the field and the results with the arrow keys. */
function move(event) {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (to === undefined || list.hidden) return;
  event.preventDefault();
  (links[to] ?? field).focus();
}

field.addEventListener('input', () => void search());
field.addEventListener('focus', () => void loadIndex());
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
document.querySelector('.search').addEventListener('keydown', move);
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  if (event.key !== '/' || event.target.closest('input')) return;
  event.preventDefault();
  field.focus();
});

document.getElementById('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
});

const menu = document.getElementById('menu');
menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('menu-open');
  menu.setAttribute('aria-expanded', String(isOpen));
});
