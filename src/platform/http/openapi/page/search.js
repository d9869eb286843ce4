/** Full text search. `/` begins, arrows and Enter choose. */
import { element } from './elements.js';
import { searchOf } from './search-index.js';

export function startSearch(input, list, reference) {
  // Some hundred kilobytes of texts are only read where somebody searches.
  let loaded;
  const load = () => (loaded ??= import('./minisearch.js').then(({ default: MiniSearch }) => searchOf(MiniSearch, reference)));
  let options = [];
  let answered = '';
  let chosen = -1;

  const choose = (place) => {
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
  const open = (href) => {
    input.value = '';
    close();
    input.blur();
    location.hash = href;
  };
  const search = async () => {
    const typed = input.value;
    const find = await load();
    if (typed.trim() === '') return close();
    // Somebody may have typed on, or left, while the library was read.
    if (typed !== input.value || document.activeElement !== input) return undefined;
    options = find(typed).map((entry, place) => optionOf(entry, place, open));
    answered = typed;
    list.replaceChildren(...(options.length > 0 ? options : [nothing()]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    return choose(options.length > 0 ? 0 : -1);
  };
  const openChosen = async () => {
    if (answered !== input.value) await search();
    if (options[chosen]) open(options[chosen].dataset.href);
  };
  input.addEventListener('input', () => void search());
  input.addEventListener('focus', () => void search());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) choose((chosen + step + options.length) % options.length);
    else if (event.key === 'Enter') void openChosen();
    else if (event.key === 'Escape') input.blur();
    else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target.closest('input, textarea, select, dialog');
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function nothing() {
  return element('li', { role: 'option', 'aria-disabled': 'true' }, 'Nothing was found: try other words, or fewer');
}

function optionOf({ href, title, excerpt, kind }, place, open) {
  const texts = element('span', {}, element('b', {}, title), element('small', {}, excerpt));
  const option = element('li', { id: `found-${place}`, role: 'option' }, texts, element('span', { className: 'kind' }, kind));
  option.dataset.href = href;
  // Before the field loses the focus.
  option.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    open(href);
  });
  return option;
}
