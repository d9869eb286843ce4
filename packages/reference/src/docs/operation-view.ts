import { badge, codeBlock, element, type Part, prose, tabs } from './elements.js';
import { errorsOf } from './errors-view.js';
import type { Operation, Reference, Example } from './reference.js';
import { LANGUAGES, type Language, sampleOf } from './samples.js';
import { answerTables, typeOf } from './schema-view.js';
import type { Values } from './session.js';
import { tryIt } from './try-it.js';

const ACCESS = { open: 'open to everyone', user: 'signed in', staff: 'staff' };
const EFFECTS = { read: 'reads', write: 'writes', money: 'moves money, once' };
let language: Language = LANGUAGES[0];

export function showOperation(operation: Operation, { schemas, adviceFor, clients }: Reference): HTMLElement[] {
  const { action, method, summary, notes, data, examples } = operation;
  const samples = element('div', { className: 'samples' });
  // What is typed shows in the samples.
  const showSamples = (input: Values) =>
    samples.replaceChildren(
      tabs('Language', LANGUAGES, language, (chosen) => {
        language = chosen;
        return codeBlock(sampleOf(chosen, operation, input, { origin: location.origin, clients }), `${chosen} sample`);
      }),
    );
  const recorded = examples.filter(({ answer }) => answer !== undefined);
  return [
    element(
      'header',
      { className: 'operation' },
      element('h1', { className: 'action' }, action),
      element('p', { className: 'badges' }, badge(method, method === 'GET' ? 'get' : 'post'), ...badgesOf(operation)),
      element('p', { className: 'lead' }, ...prose(summary)),
      element('p', { className: 'small' }, ...prose(notes)),
    ),
    element(
      'div',
      { className: 'columns' },
      element(
        'div',
        {},
        ...before(operation),
        element('h2', {}, 'Parameters'),
        tryIt(operation, showSamples),
        element('h2', {}, 'Answer'),
        element('p', {}, ...prose('`DATA`: '), typeOf(data)),
        answerTables(data, schemas),
        element('h2', {}, 'Errors'),
        errorsOf(operation, adviceFor),
      ),
      element(
        'div',
        { className: 'beside' },
        element('h2', {}, 'Call it'),
        samples,
        element('h2', {}, 'Recorded answer'),
        recorded.length === 0 ? element('p', {}, 'The sandbox does not make what it needs.') : recordedOf(recorded),
      ),
    ),
  ];
}

function badgesOf({ access, isSigned, mayBeSigned, permission, effect, limit }: Operation): HTMLElement[] {
  const who = !isSigned && mayBeSigned ? 'open, may be signed' : ACCESS[access];
  return [
    badge(who, access),
    ...(permission ? [badge(permission, 'permission')] : []),
    badge(EFFECTS[effect], effect),
    element('a', { className: 'badge', href: '#/guides/errors/too-many-requests' }, `limit ${limit}`),
  ];
}

/** What has to be there, with links to the operations that make it. */
function before({ first }: Operation): HTMLElement[] {
  if (first.length === 0) return [];
  const items = first.map((text) => element('li', {}, ...linked(text)));
  return [element('div', { className: 'notice' }, element('p', {}, 'Needs first:'), element('ul', {}, items))];
}

function linked(text: string): Part[] {
  return text.split('`').map((part, place) => {
    if (place % 2 === 0) return part;
    const isAction = /^[a-z]+(_[a-z0-9]+){1,}$/.test(part);
    return isAction ? element('a', { href: `#/operations/${part}` }, element('code', {}, part)) : element('code', {}, part);
  });
}

function recordedOf(recorded: readonly Example[]): HTMLElement {
  const show = (example: Example | undefined) => codeBlock(JSON.stringify(example?.answer, undefined, 2), 'Recorded answer');
  if (recorded.length === 1) return show(recorded[0]);
  const names = recorded.map(({ title }) => title);
  return tabs('Recordings', names, names[0]!, (name) => show(recorded[names.indexOf(name)]));
}
