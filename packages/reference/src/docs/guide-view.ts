import { copyButton, element } from './elements.js';
import type { Guide } from './reference.js';

/** A guide as the build made it of docs/guides; it is of this service, and the policy of the page runs no script in it. */
export async function showGuide({ name, sections }: Guide): Promise<HTMLElement[]> {
  const answer = await fetch(`/docs/guides/${name}.html`);
  if (!answer.ok) return [element('p', { role: 'alert' }, `The guide could not be read: HTTP ${answer.status}.`)];
  const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const guide = element('article', { className: 'guide' }, ...read.body.childNodes);
  for (const block of guide.querySelectorAll('pre')) wrap(block, 'code').append(copyButton(() => block.textContent));
  for (const block of guide.querySelectorAll('table')) makeScrollable(wrap(block, 'table'), 'Table');
  for (const block of guide.querySelectorAll('pre')) makeScrollable(block, 'Sample');
  const contents = sections.map(({ id, title }) => element('li', {}, element('a', { href: `#/guides/${name}/${id}` }, title)));
  const toc = element(
    'nav',
    { className: 'contents', 'aria-label': 'On this page' },
    element('p', {}, 'On this page'),
    element('ul', {}, contents),
  );
  return [element('div', { className: 'with-contents' }, guide, toc)];
}

function wrap(block: HTMLElement, className: string): HTMLElement {
  const around = element('div', { className });
  block.replaceWith(around);
  around.append(block);
  return around;
}

function makeScrollable(block: HTMLElement, label: string): void {
  block.tabIndex = 0;
  block.setAttribute('role', 'region');
  block.setAttribute('aria-label', label);
}
