/** Finds operations, fields, errors, events and guides by every word that is typed. `/` begins, arrows and Enter choose. */
import { element } from './elements.js';

const MOST = 12;

export function startSearch(input, list, reference) {
  const entries = entriesOf(reference);
  let options = [];
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
    input.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  const open = (href) => {
    input.value = '';
    close();
    input.blur();
    location.hash = href;
  };
  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return close();
    const found = find(entries, words);
    options = found.map((entry, place) => optionOf(entry, place, open));
    const nothing = element('li', { role: 'option', 'aria-disabled': 'true' }, 'Nothing is called that');
    list.replaceChildren(...(options.length > 0 ? options : [nothing]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    return choose(options.length > 0 ? 0 : -1);
  };
  input.addEventListener('input', search);
  input.addEventListener('focus', search);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) choose((chosen + step + options.length) % options.length);
    else if (event.key === 'Enter' && options[chosen]) open(options[chosen].dataset.href);
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

function optionOf({ href, title, about, kind }, place, open) {
  const texts = element('span', {}, element('b', {}, title), element('small', {}, about));
  const option = element('li', { id: `found-${place}`, role: 'option' }, texts, element('span', { className: 'kind' }, kind));
  option.dataset.href = href;
  // Before the field loses the focus.
  option.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    open(href);
  });
  return option;
}

function entriesOf({ operations, guides, errors, events }) {
  return [
    ...operations.map(({ action, summary, fields, errors: failures }) => ({
      kind: 'Operation',
      href: `#/operations/${action}`,
      title: action,
      about: summary,
      more: [...fields.flatMap(({ name, description = '' }) => [name, description]), ...failures.map(({ id = '' }) => id)],
    })),
    ...guides.flatMap(({ name, title, summary, sections }) => [
      { kind: 'Guide', href: `#/guides/${name}`, title, about: summary, more: [] },
      ...sections.map(({ id, title: part }) => ({
        kind: 'Guide',
        href: `#/guides/${name}/${id}`,
        title: part,
        about: title,
        more: [],
      })),
    ]),
    ...events.map(({ event, summary }) => ({
      kind: 'Webhook',
      href: `#/webhooks/${event}`,
      title: event,
      about: summary,
      more: [],
    })),
    ...errors.map(({ id, meanings }) => ({
      kind: 'Error',
      href: `#/errors/${id}`,
      title: id,
      about: meanings[0].details,
      more: meanings.map(({ details }) => details),
    })),
  ].map((entry) => ({ ...entry, texts: [entry.title, entry.about, entry.more.join(' ')].map((text) => text.toLowerCase()) }));
}

/** The best first: words in the title count most, then those in the summary. Underscores may be typed as spaces. */
function find(entries, words) {
  const scored = entries.map((entry) => ({
    entry,
    score: weightOf(entry) * words.reduce((sum, word) => sum + scoreOf(entry, word), 0),
  }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/** What can be called is what is mostly looked for. */
function weightOf({ kind }) {
  return kind === 'Operation' ? 2 : 1;
}

/** A word that is nowhere spoils the whole. */
function scoreOf({ texts: [title, about, more] }, word) {
  if (title === word) return 100;
  if (title.startsWith(word)) return 30;
  if (title.includes(word)) return 20;
  if (about.includes(word)) return 8;
  return more.includes(word) ? 1 : -1000;
}
