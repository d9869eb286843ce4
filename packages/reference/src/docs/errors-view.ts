import { element, type Part, prose, row, table } from './elements.js';
import type { AdviceFor, ErrorEntry, Failure, Operation, Reference } from './reference.js';

const FEW = 6;

/** Every `ERRORS.ID`. @param wanted the one that the address names */
export function showErrors({ errors, adviceFor }: Reference, wanted: string | undefined): HTMLElement[] {
  const own = errors.filter(({ isGeneral }) => !isGeneral);
  const general = errors.filter(({ isGeneral }) => isGeneral);
  const heads = ['ID', 'HTTP', 'CODE', 'Meaning, and what to do', 'Answered by'];
  const tableOf = (label: string, entries: readonly ErrorEntry[]) =>
    table(
      label,
      heads,
      entries.flatMap((entry) => rowsOf(entry, wanted, adviceFor)),
      'errors',
    );
  return [
    element('h1', {}, 'Errors'),
    element(
      'p',
      { className: 'lead' },
      ...prose(
        'A refused request is answered with `ERRORS`. Decide by `ID`; show `DETAILS`, whose last word is the reference that support asks for.',
      ),
    ),
    element('p', {}, element('a', { href: '#/guides/errors' }, 'What to do about them'), ' is a guide of its own.'),
    tableOf('Errors', own),
    element('h2', {}, 'Of every request, and of parameters'),
    element('p', {}, ...prose('A missing parameter is `<parameter>_required`, one that is not valid `<parameter>_invalid`.')),
    tableOf('Errors of every request', general),
  ];
}

function rowsOf({ id, meanings, actions }: ErrorEntry, wanted: string | undefined, adviceFor: AdviceFor): HTMLElement[] {
  const link = element('a', { href: `#/errors/${id}` }, element('code', {}, id));
  const links = actions.slice(0, FEW).map((action) => element('a', { href: `#/operations/${action}` }, action));
  const more = actions.length > FEW ? element('span', { className: 'more' }, `and ${actions.length - FEW} more`) : undefined;
  const answered =
    actions.length === 0
      ? 'every request'
      : element(
          'span',
          { className: 'links' },
          links.flatMap((link) => [link, ' ']),
          more,
        );
  return meanings.map((meaning, place) => {
    const { status, code } = meaning;
    const properties = place === 0 ? { id: `error-${id}`, className: id === wanted ? 'wanted' : '' } : {};
    return row(
      properties,
      place === 0 ? link : '',
      String(status),
      code === undefined ? '–' : String(code),
      meaningOf(meaning, adviceFor),
      place === 0 ? answered : '',
    );
  });
}

function meaningOf(failure: Failure, adviceFor: AdviceFor): Part[] {
  return [element('span', {}, failure.details), element('p', { className: 'advice' }, ...prose(adviceFor(failure)))];
}

const keyOf = ({ id, status, code, details }: Failure) => [id, status, code, details].join(' ');

/** Several parts of the service refuse with the same words. */
function once(failures: readonly Failure[]): Failure[] {
  return [...new Map(failures.map((failure) => [keyOf(failure), failure])).values()];
}

/** An operation's own errors, and folded those of every request. */
export function errorsOf({ errors }: Operation, adviceFor: AdviceFor): HTMLElement[] {
  const heads = ['ID', 'HTTP', 'CODE', 'Meaning, and what to do'];
  const rows = (entries: readonly Failure[]) =>
    entries.map((failure) => {
      const { id, status, code } = failure;
      const link = id === undefined ? '–' : element('a', { href: `#/errors/${id}` }, element('code', {}, id));
      return row({}, link, String(status), code === undefined ? '–' : String(code), meaningOf(failure, adviceFor));
    });
  const general = once(errors.filter(({ isGeneral }) => isGeneral));
  const known = new Set(general.map(keyOf));
  const own = once(errors.filter((failure) => !failure.isGeneral && !known.has(keyOf(failure))));
  return [
    own.length > 0 ? table('Errors', heads, rows(own), 'errors') : element('p', {}, 'None of its own.'),
    element(
      'details',
      {},
      element('summary', {}, `${general.length} of every request, and of parameters`),
      table('Errors of every request', heads, rows(general), 'errors'),
    ),
  ];
}
