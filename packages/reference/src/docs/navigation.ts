/** The sidebar: guides, operations by task, errors and webhooks. On a phone it is a menu. */
import { element } from './elements.js';
import type { Operation, Reference } from './reference.js';
import { TASKS } from './tasks.js';

/** @returns marks the link of an address */
export function showNavigation(
  navigation: HTMLElement,
  menu: HTMLElement,
  { guides, operations, events }: Reference,
): (hash: string) => void {
  const groups = TASKS.map(([task, title]) =>
    taskGroup(
      title,
      operations.filter((one) => one.task === task),
      task === 'staff',
    ),
  );
  navigation.replaceChildren(
    group(
      'Guides',
      guides.map(({ name, title }) => link(`#/guides/${name}`, title)),
      true,
    ),
    ...groups,
    group('Webhooks', [link('#/webhooks', 'All events'), ...events.map(({ event }) => link(`#/webhooks/${event}`, event))]),
    element('ul', {}, element('li', {}, link('#/errors', 'Errors'))),
  );
  const open = (isOpen: boolean) => {
    menu.setAttribute('aria-expanded', String(isOpen));
    navigation.classList.toggle('open', isOpen);
  };
  menu.addEventListener('click', () => open(menu.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open(false);
  });
  return (hash) => {
    open(false);
    mark(navigation, hash);
  };
}

function mark(navigation: HTMLElement, hash: string): void {
  const page = hash.split('/').slice(0, 3).join('/');
  for (const one of navigation.querySelectorAll('a')) {
    const isCurrent =
      one.getAttribute('href') === page || (page.startsWith('#/errors') && one.getAttribute('href') === '#/errors');
    if (!isCurrent) {
      one.removeAttribute('aria-current');
      continue;
    }
    one.setAttribute('aria-current', 'page');
    const details = one.closest('details');
    if (details) details.open = true;
    one.scrollIntoView({ block: 'nearest' });
  }
}

function taskGroup(title: string, operations: readonly Operation[], bySubject: boolean): HTMLElement {
  const linkTo = ({ action, summary }: Operation) => link(`#/operations/${action}`, action, summary);
  if (!bySubject) return group(title, operations.map(linkTo));
  const subjects = [...new Set(operations.map(({ subject }) => subject))];
  const lists = subjects.map((subject) => [
    element('p', { className: 'subject' }, subject),
    list(operations.filter((one) => one.subject === subject).map(linkTo)),
  ]);
  return element('details', {}, element('summary', {}, title), ...lists.flat());
}

function group(title: string, links: readonly HTMLElement[], open = false): HTMLElement {
  return element('details', { open }, element('summary', {}, title), list(links));
}

function list(links: readonly HTMLElement[]): HTMLElement {
  return element(
    'ul',
    {},
    links.map((one) => element('li', {}, one)),
  );
}

function link(href: string, text: string, title?: string): HTMLElement {
  return element('a', { href, title }, text);
}
