import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { signedHeaders } from '../support/client.js';
import { signInStaff } from '../support/staff.js';
import { MALFORMED, STRANGE } from './support/malformed-json.js';

describe('request body', () => {
  let service: TestApp;
  let user: TestUser;
  let staff: TestUser;
  beforeAll(async () => {
    service = await startApp('sqlite');
    user = await service.register();
    staff = await signInStaff(service, 'helpControl.allowModify');
  });
  afterAll(() => service.close());

  /** Signed over these bytes, where it is signed. */
  async function send(method: string, action: string, body: Buffer, as?: 'user' | 'staff') {
    const target = `/?req=${action}&n=${Math.random().toString(36).slice(2)}xxxxxxxx`;
    const headers = {
      'content-type': 'application/json',
      ...(as ? signedHeaders({ user, staff }[as], { method, target, body }) : {}),
    };
    const response = await fetch(service.client.baseUrl + target, { method, headers, body: new Uint8Array(body) });
    return { status: response.status, text: await response.text() };
  }

  it('covers every kind of malformed JSON', () => {
    expect(MALFORMED.length).toBeGreaterThan(200);
    expect(new Set(MALFORMED.map(([name]) => name)).size).toBe(MALFORMED.length);
  });

  it.each([
    ['POST', 'app_feedback_create', undefined],
    ['POST', 'user_transfer_create', 'user'],
    ['DELETE', 'control_support_faq_remove', 'staff'],
  ] as const)('%s %s answers 400 to malformed JSON', async (method, action, as) => {
    for (const [name, body] of MALFORMED) {
      const { status, text } = await send(method, action, body, as);
      expect([status, name]).toEqual([400, name]);
      const answer = JSON.parse(text) as { REQUEST: unknown; ERRORS: { DETAILS: string } };
      expect(Object.keys(answer)).toEqual(['REQUEST', 'ERRORS']);
      expect(answer.REQUEST).toEqual({ VERSION: '1.0', ACTION: action, STATUS: 'FAILED' });
      expect(answer.ERRORS.DETAILS, name).toMatch(/^The request body is not a JSON object \([0-9A-Z]{8}\)$/);
    }
  });

  it('accepts unusual but valid JSON', async () => {
    for (const body of STRANGE) {
      const { status, text } = await send('POST', 'app_feedback_create', Buffer.from(body));
      expect(status).toBe(400);
      expect(JSON.parse(text), body.slice(0, 60)).toMatchObject({ ERRORS: { ID: 'mesg_required' } });
    }
  });

  it('malformed bodies have no effect', async () => {
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    const rows = await service.client.get('user_transfer_fetch', { as: user, query: { rqtp: 'all' } });
    expect(rows.status).toBe(404);
  });
});
