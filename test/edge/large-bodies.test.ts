import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.js';

const BODY = { subject: 'Large', message: 'm', category: 'other', padding: 'x'.repeat(2 * 1_048_576) };

let service: TestApp;
beforeAll(async () => {
  service = await startApp('sqlite');
});
afterAll(() => service.close());

it('edge: buffers a large body only where a session could have signed it', async () => {
  const ada = await service.register();
  const signed = await service.client.post('support_ticket_create', { as: ada, body: BODY });
  expect(signed.body.REQUEST.STATUS).toBe('OK');
  const unsigned = await service.client.post('support_ticket_create', { body: BODY });
  // Refused by its headers, without reading.
  expect([unsigned.status, unsigned.body.REQUEST.STATUS]).toEqual([401, 'FAILED']);
  const unknown = { ...ada, pbcKey: 'nobodyHasThisKey_0123456' };
  expect((await service.client.post('support_ticket_create', { as: unknown, body: BODY })).status).toBe(413);
});
