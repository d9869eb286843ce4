/** Full text of the reference: operations, parameters and answered fields, headers, errors, webhooks and guides. */
import { joinPhrases, STOP_WORDS, SYNONYMS } from './synonyms.js';

const BOOST = { title: 5, about: 2.5, text: 1 };
/** What can be called, and what explains, is what is mostly looked for. */
const WEIGHT = { Guide: 1.6, Operation: 1.6, Header: 1.2, Webhook: 1, Error: 1, Field: 0.7 };
/** Operations of staff, and errors of every request or parameter. */
const ASIDE = 0.6;
const SYNONYM = 0.35;
const MOST = 12;

/** @param MiniSearch the class of the library @returns finds entries by what is typed, the best first */
export function searchOf(MiniSearch, reference) {
  const entries = entriesOf(reference).map((entry, id) => ({ ...entry, id }));
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: {
      boost: BOOST,
      boostDocument: (id) => weightOf(entries[id]),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  const synonyms = synonymSearch(MiniSearch);
  return (typed) => {
    const terms = termsOf(typed);
    if (terms.length === 0) return [];
    const queries = terms.map((term) => queryOf(term, synonyms(term)));
    const found = new Map();
    // What has every word stands before what has some.
    for (const combineWith of ['AND', 'OR']) {
      for (const { id, queryTerms } of index.search({ combineWith, queries })) if (!found.has(id)) found.set(id, queryTerms);
      if (found.size >= MOST) break;
    }
    const exact = ([id]) => (entries[id].title.toLowerCase() === typed.trim().toLowerCase() ? 0 : 1);
    return [...found]
      .sort((one, other) => exact(one) - exact(other))
      .slice(0, MOST)
      .map(([id, matched]) => ({ ...entries[id], excerpt: excerptOf(entries[id], [...terms, ...matched]) }));
  };
}

/** What makes a thing stands before what deals with it. */
function weightOf({ kind, title, isAside }) {
  return WEIGHT[kind] * (isAside ? ASIDE : 1) * (title.endsWith('_create') ? 1.3 : 1);
}

/** The terms of what is typed, without the words of a question, unless there are only those. */
export function termsOf(typed) {
  const words = joinPhrases(typed).match(/[a-z0-9]+(?:[._-][a-z0-9]+)*/g) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

function queryOf(term, others) {
  const parts = partsOf(term);
  return {
    combineWith: 'OR',
    queries: [
      term,
      ...(parts.length > 1 ? [{ combineWith: 'AND', queries: parts }] : []),
      ...(others.length > 0 ? [{ combineWith: 'OR', queries: others, fuzzy: false, prefix: false, boost: scaled(SYNONYM) }] : []),
    ],
  };
}

/** @returns what a word is called here, also where it is mistyped */
function synonymSearch(MiniSearch) {
  const index = new MiniSearch({ fields: ['word'], storeFields: ['others'], processTerm: stem });
  index.addAll(SYNONYMS);
  return (term) => index.search(term, { fuzzy: term.length > 4 ? 0.2 : false })[0]?.others ?? [];
}

function scaled(factor) {
  return Object.fromEntries(Object.entries(BOOST).map(([field, boost]) => [field, boost * factor]));
}

/** `recharge_pin` is found by itself and by each of its words, `customerId` too. */
function wordsOf(text) {
  return (text.match(/[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/g) ?? []).flatMap((word) => {
    const parts = partsOf(word);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

function partsOf(word) {
  return word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter(Boolean);
}

/** The same for a word in its usual forms. */
function stem(term) {
  const word = term.toLowerCase();
  if (word.length < 5 || /[._-]/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/([^su])s$/, '$1')
    .replace(/(.{3})(ing|ed)$/, '$1')
    .replace(/(.{3})e$/, '$1');
}

function entriesOf({ operations, guides, errors, events, headers, adviceFor }) {
  return [
    ...guides.flatMap(guideEntries),
    ...operations.map(operationEntry),
    ...fieldEntries(operations),
    ...headers.map(({ name, description }) => ({
      kind: 'Header',
      href: '#/guides/signing',
      title: name,
      about: description,
      text: '',
    })),
    ...events.map(({ event, summary, data }) => ({
      kind: 'Webhook',
      href: `#/webhooks/${event}`,
      title: event,
      about: summary,
      text: Object.entries(data.properties ?? {})
        .map(describe)
        .join('. '),
    })),
    ...errors.map(({ id, meanings, actions, isGeneral }) => ({
      kind: 'Error',
      href: `#/errors/${id}`,
      title: id,
      about: meanings[0].details,
      text: [...meanings.flatMap((one) => [one.details, one.msg ?? '', adviceFor(one)]), ...actions.slice(0, 6)].join('. '),
      isAside: isGeneral,
    })),
  ];
}

function guideEntries({ name, title, summary, sections }) {
  const own = { kind: 'Guide', href: `#/guides/${name}`, title, about: summary, text: '' };
  const parts = sections.map(({ id, title: part, text }) => ({
    kind: 'Guide',
    href: `#/guides/${name}/${id}`,
    title: part,
    about: title,
    text,
  }));
  return [own, ...parts];
}

function operationEntry({ action, summary, notes, fields, answered, errors, task, access }) {
  const described = fields.map(({ name, description = '' }) => `${name}: ${description}`);
  const texts = [notes, task, ...described, ...answered.map(describe), ...errors.map(({ id = '' }) => id)];
  return {
    kind: 'Operation',
    href: `#/operations/${action}`,
    title: action,
    about: summary,
    text: texts.join('. '),
    isAside: access === 'staff',
  };
}

/** One for each name, with what it means in the first operations that have it. */
function fieldEntries(operations) {
  const found = new Map();
  const add = (action, name, description = '') => {
    const entry = found.get(name) ?? { actions: [], meanings: new Set() };
    found.set(name, entry);
    if (!entry.actions.includes(action)) entry.actions.push(action);
    entry.meanings.add(description);
  };
  for (const { action, fields, answered } of operations) {
    for (const { name, description } of fields) add(action, name, description);
    for (const [name, { description }] of answered) add(action, name, description);
  }
  return [...found].map(([name, { actions, meanings }]) => ({
    kind: 'Field',
    href: `#/operations/${actions[0]}`,
    title: name,
    about: [...meanings][0] ?? '',
    text: [...meanings, `In ${actions.slice(0, 8).join(', ')}`].slice(1).join('. '),
  }));
}

function describe([name, { description = '' }]) {
  return `${name}: ${description}`;
}

const LENGTH = 110;

/** What stands around the first word that was found, where the title and the summary do not have it. */
function excerptOf({ about, text }, terms) {
  const has = (part) => terms.some((term) => part.toLowerCase().includes(term));
  const place = text ? firstOf(text.toLowerCase(), terms) : -1;
  if (place < 0 || has(about)) return about;
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, place - 30)));
  const part = text.slice(from, from + LENGTH).trim();
  return `${about ? `${about} · ` : ''}${from > 0 ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`;
}

function firstOf(text, terms) {
  const places = terms.map((term) => text.indexOf(term)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}
