import { codeBlock, element, row, table } from './elements.js';
import type { Reference, WebhookEvent } from './reference.js';
import { schemaTable } from './schema-view.js';

export function showEvents({ events }: Reference): HTMLElement[] {
  const rows = events.map(({ event, summary }) =>
    row({}, element('a', { href: `#/webhooks/${event}` }, element('code', {}, event)), summary),
  );
  return [
    element('h1', {}, 'Webhooks'),
    element('p', { className: 'lead' }, 'What endpoints are sent, signed by Standard Webhooks.'),
    element('p', {}, element('a', { href: '#/guides/webhooks' }, 'Receiving them'), ' is a guide of its own.'),
    table('Events', ['Event', 'When'], rows),
  ];
}

export function showEvent({ event, summary, data, example }: WebhookEvent): HTMLElement[] {
  return [
    element('h1', { className: 'action' }, event),
    element('p', { className: 'lead' }, `${summary}.`),
    element('h2', {}, 'data'),
    schemaTable(data),
    element('h2', {}, 'Recorded'),
    codeBlock(JSON.stringify(example, undefined, 2), 'Recorded webhook'),
    element('p', {}, element('a', { href: '#/guides/webhooks' }, 'Receiving webhooks')),
  ];
}
