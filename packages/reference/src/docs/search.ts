/** Full text search. `/` begins, arrows and Enter choose. */
import { element, stepOf } from './elements.js';
import type { Reference } from './reference.js';
import { type Find, type Found, searchOf } from './search-index.js';

export function startSearch(input: HTMLInputElement, list: HTMLElement, reference: Reference): void {
  // Some hundred kilobytes of texts are only read where somebody searches.
  let loaded: Promise<Find> | undefined;
  const load = () => (loaded ??= import('minisearch').then(({ default: MiniSearch }) => searchOf(MiniSearch, reference)));
  let isLoaded = false;
  let options: HTMLElement[] = [];
  let answered = '';
  let chosen = -1;

  const choose = (place: number) => {
    chosen = place;
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === place));
    const option = options[place];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    list.hidden = true;
    answered = '';
    input.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  const show = (lines: readonly HTMLElement[]) => {
    list.replaceChildren(...lines);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  };
  const open = (href: string) => {
    input.value = '';
    close();
    input.blur();
    location.hash = href;
  };
  const search = async () => {
    const typed = input.value;
    const loading = load();
    if (typed.trim() !== '' && !isLoaded) show([said('Reading the index …')]);
    const find = await loading;
    isLoaded = true;
    if (typed.trim() === '') return close();
    // Somebody may have typed on, or left, while the library was read.
    if (typed !== input.value || document.activeElement !== input) return undefined;
    options = find(typed).map((entry, place) => optionOf(entry, place, open));
    answered = typed;
    show(options.length > 0 ? options : [said('Nothing was found: try other words, or fewer')]);
    return choose(options.length > 0 ? 0 : -1);
  };
  // Keys may be pressed before the library is read, and mean what is found then.
  const answer = async () => {
    if (answered !== input.value) await search();
  };
  const move = async (step: number) => {
    await answer();
    if (options.length > 0) choose((chosen + step + options.length) % options.length);
  };
  const openChosen = async () => {
    await answer();
    const href = options[chosen]?.dataset['href'];
    if (href) open(href);
  };
  input.addEventListener('input', () => void search());
  input.addEventListener('focus', () => void search());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const step = stepOf(event.key, 'ArrowUp', 'ArrowDown');
    if (step !== undefined) void move(step);
    else if (event.key === 'Enter') void openChosen();
    else if (event.key === 'Escape') input.blur();
    else return;
    event.preventDefault();
  });
  focusBySlash(input);
}

function focusBySlash(input: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    const isWriting = (event.target as Element).closest('input, textarea, select, dialog');
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function said(text: string): HTMLElement {
  return element('li', { role: 'option', 'aria-disabled': 'true' }, text);
}

function optionOf({ href, title, excerpt, kind }: Found, place: number, open: (href: string) => void): HTMLElement {
  const texts = element('span', {}, element('b', {}, title), element('small', {}, excerpt));
  const option = element('li', { id: `found-${place}`, role: 'option' }, texts, element('span', { className: 'kind' }, kind));
  option.dataset['href'] = href;
  // Before the field loses the focus.
  option.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    open(href);
  });
  return option;
}
