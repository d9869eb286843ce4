/** Full text of the reference: operations, parameters and answered fields, headers, errors, webhooks and guides. */
import type MiniSearchIndex from 'minisearch';
import type { Query } from 'minisearch';
import type { AnsweredField, Guide, Operation, Reference } from './reference.js';
import { joinPhrases, STOP_WORDS, SYNONYMS } from './synonyms.js';

/** The library is loaded when it is needed. */
type Library = typeof MiniSearchIndex;

interface Entry {
  readonly kind: keyof typeof WEIGHT;
  readonly href: string;
  readonly title: string;
  readonly about: string;
  readonly text: string;
  /** Staff only, or an error of any request or parameter. */
  readonly isAside?: boolean;
}

export interface Found extends Entry {
  readonly excerpt: string;
}

export type Find = (typed: string) => readonly Found[];

const BOOST = { title: 5, about: 2.5, text: 1 };
/** What can be called, and what explains, is what is mostly looked for. */
const WEIGHT = { Guide: 1.6, Operation: 1.6, Header: 1.2, Webhook: 1, Error: 1, Field: 0.7 };
const ASIDE = 0.6;
const SYNONYM = 0.35;
const MOST = 12;

/** @returns finds entries by what is typed, the best first */
export function searchOf(MiniSearch: Library, reference: Reference): Find {
  const entries = entriesOf(reference).map((entry, id) => ({ ...entry, id }));
  const index = new MiniSearch({
    fields: Object.keys(BOOST),
    tokenize: wordsOf,
    processTerm: stem,
    searchOptions: {
      boost: BOOST,
      boostDocument: (id: number) => weightOf(entries[id]!),
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
    const found = new Map<number, readonly string[]>();
    // What has every word stands before what has some.
    for (const combineWith of ['AND', 'OR'] as const) {
      for (const { id, queryTerms } of index.search({ combineWith, queries }))
        if (!found.has(id as number)) found.set(id as number, queryTerms);
      if (found.size >= MOST) break;
    }
    const exact = ({ title }: Entry) => (title.toLowerCase() === typed.trim().toLowerCase() ? 0 : 1);
    return [...found]
      .map(([id, matched]) => ({ ...entries[id]!, matched }))
      .sort((one, other) => exact(one) - exact(other))
      .slice(0, MOST)
      .map(({ matched, ...entry }) => ({ ...entry, excerpt: excerptOf(entry, [...terms, ...matched]) }));
  };
}

/** What makes a thing stands before what deals with it. */
function weightOf({ kind, title, isAside }: Entry): number {
  return WEIGHT[kind] * (isAside ? ASIDE : 1) * (title.endsWith('_create') ? 1.3 : 1);
}

/** The terms of what is typed, without the words of a question, unless there are only those. */
export function termsOf(typed: string): string[] {
  const words = joinPhrases(typed).match(/[a-z0-9]+(?:[._-][a-z0-9]+)*/g) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

function queryOf(term: string, others: readonly string[]): Query {
  const parts = partsOf(term);
  return {
    combineWith: 'OR',
    queries: [
      term,
      ...(parts.length > 1 ? [{ combineWith: 'AND' as const, queries: parts }] : []),
      ...(others.length > 0
        ? [
            {
              combineWith: 'OR' as const,
              queries: [...others],
              fuzzy: false,
              prefix: false,
              boost: scaled(SYNONYM),
            },
          ]
        : []),
    ],
  };
}

/** @returns what a word is called here, also where it is mistyped */
function synonymSearch(MiniSearch: Library): (term: string) => readonly string[] {
  const index = new MiniSearch({ fields: ['word'], storeFields: ['others'], processTerm: stem });
  index.addAll(SYNONYMS);
  return (term) => {
    const [found] = index.search(term, { fuzzy: term.length > 4 ? 0.2 : false });
    return (found as { readonly others?: readonly string[] } | undefined)?.others ?? [];
  };
}

function scaled(factor: number): Record<string, number> {
  return Object.fromEntries(Object.entries(BOOST).map(([field, boost]) => [field, boost * factor]));
}

/** `recharge_pin` is found by itself and by each of its words, `customerId` too. */
function wordsOf(text: string): string[] {
  return (text.match(/[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/g) ?? []).flatMap((word) => {
    const parts = partsOf(word);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

function partsOf(word: string): string[] {
  return word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s._-]+/)
    .filter(Boolean);
}

/** The same for a word in its usual forms. */
function stem(term: string): string {
  const word = term.toLowerCase();
  if (word.length < 5 || /[._-]/.test(word)) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/([^su])s$/, '$1')
    .replace(/(.{3})(ing|ed)$/, '$1')
    .replace(/(.{3})e$/, '$1');
}

function entriesOf({ operations, guides, errors, events, headers, adviceFor }: Reference): Entry[] {
  return [
    ...guides.flatMap(guideEntries),
    ...operations.map(operationEntry),
    ...fieldEntries(operations),
    ...headers.map(({ name, description }) => ({
      kind: 'Header' as const,
      href: '#/guides/signing',
      title: name,
      about: description,
      text: '',
    })),
    ...events.map(({ event, summary, data }) => ({
      kind: 'Webhook' as const,
      href: `#/webhooks/${event}`,
      title: event,
      about: summary,
      text: Object.entries(data.properties ?? {})
        .map(describe)
        .join('. '),
    })),
    ...errors.map(({ id, meanings, actions, isGeneral }) => ({
      kind: 'Error' as const,
      href: `#/errors/${id}`,
      title: id,
      about: meanings[0]!.details,
      text: [...meanings.flatMap((one) => [one.details, one.msg ?? '', adviceFor(one)]), ...actions.slice(0, 6)].join('. '),
      isAside: isGeneral,
    })),
  ];
}

function guideEntries({ name, title, summary, sections }: Guide): Entry[] {
  const own = { kind: 'Guide' as const, href: `#/guides/${name}`, title, about: summary, text: '' };
  const parts = sections.map(({ id, title: part, text }) => ({
    kind: 'Guide' as const,
    href: `#/guides/${name}/${id}`,
    title: part,
    about: title,
    text,
  }));
  return [own, ...parts];
}

function operationEntry({ action, summary, notes, fields, answered, errors, task, access }: Operation): Entry {
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
function fieldEntries(operations: readonly Operation[]): Entry[] {
  const found = new Map<string, { actions: string[]; meanings: Set<string> }>();
  const add = (action: string, name: string, description = '') => {
    const entry = found.get(name) ?? { actions: [], meanings: new Set<string>() };
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

function describe([name, { description = '' }]: AnsweredField): string {
  return `${name}: ${description}`;
}

const LENGTH = 110;

/** What stands around the first word that was found, where the title and the summary do not have it. */
function excerptOf({ about, text }: Entry, terms: readonly string[]): string {
  const has = (part: string) => terms.some((term) => part.toLowerCase().includes(term));
  const place = text ? firstOf(text.toLowerCase(), terms) : -1;
  if (place < 0 || has(about)) return about;
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, place - 30)));
  const part = text.slice(from, from + LENGTH).trim();
  return `${about ? `${about} · ` : ''}${from > 0 ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`;
}

function firstOf(text: string, terms: readonly string[]): number {
  const places = terms.map((term) => text.indexOf(term)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : -1;
}
