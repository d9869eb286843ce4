import { badge, element } from './elements.js';
import type { Guide, Operation, Reference } from './reference.js';
import { type Task, TASKS } from './tasks.js';

/** @param unknown an address that names nothing */
export function showHome({ guides, operations }: Reference, unknown: string | undefined): HTMLElement[] {
  const [first, ...others] = guides;
  return [
    ...(unknown === undefined ? [] : [element('p', { className: 'notice', role: 'alert' }, `There is nothing at ${unknown}.`)]),
    element('h1', {}, 'The interface of Harmattan'),
    element(
      'p',
      { className: 'lead' },
      'Wallets, bills and airtime for Nigeria. One JSON interface with signed requests; every example here was recorded from the sandbox, and every operation can be tried on its page.',
    ),
    element(
      'div',
      { className: 'start' },
      first && element('a', { className: 'button', href: `#/guides/${first.name}` }, first.title),
      element('a', { className: 'button quiet', href: '#/operations/user_profile_create' }, 'Try an operation'),
      element('a', { className: 'button quiet', href: '/openapi.json' }, 'openapi.json'),
    ),
    element('h2', {}, 'Guides'),
    element('div', { className: 'cards' }, others.map(guideCard)),
    element('h2', {}, 'Operations by task'),
    element(
      'div',
      { className: 'cards' },
      TASKS.map((task) => taskCard(task, operations)),
    ),
  ];
}

function guideCard({ name, title, summary }: Guide): HTMLElement {
  const link = element('a', { href: `#/guides/${name}` }, title);
  return element('section', { className: 'card' }, element('h3', {}, link), element('p', {}, summary));
}

function taskCard([task, title, about]: Task, operations: readonly Operation[]): HTMLElement {
  const members = operations.filter((one) => one.task === task);
  const links = members
    .slice(0, 4)
    .map(({ action, summary }) => element('li', {}, element('a', { href: `#/operations/${action}`, title: summary }, action)));
  const heading = element('h3', {}, title, ' ', badge(String(members.length)));
  return element('section', { className: 'card' }, heading, element('p', {}, about), element('ul', {}, links));
}
