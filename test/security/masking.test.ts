import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemLogs } from '../../src/contexts/system-logs/index.js';
import { ALL_GRANTS } from '../../src/contexts/staff/members/grants.js';
import { newId } from '../../src/kernel/ids.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import { SERVED } from '../contract/support/documents.js';
import { CALLS } from '../contract/sections/index.js';
import type { TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { CallOptions } from '../support/client.js';
import { signInStaff } from '../support/staff.js';

const PHONES = ['08037654321', '+2348037654321', '+234 803 765 4321'];
/** Answers that certainly name a user. */
const EXPECTED = [
  'control_user_data_details',
  'control_user_data_list',
  'control_user_wallet_transfer',
  'control_user_trade_history',
  'control_user_notice_history',
  'control_user_trade_feedback',
  'control_support_ticket_fetch',
  'other_system_log_fetch',
  'control_webhook_fetch',
];

describe.each(ONE_BACKEND)('addresses of users on %s', (backend) => {
  let fixture: ContractFixture;
  let sees: TestUser;
  let masked: TestUser;
  let ticketId: string;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    sees = await signInStaff(fixture.service, ...ALL_GRANTS);
    masked = await signInStaff(fixture.service, ...ALL_GRANTS.filter((grant) => grant !== 'userControl.showEmailAd'));
    const { ada, obi } = fixture;
    const text = `Call ${PHONES.join(' or ')}, or write to ${ada.email}`;
    await fixture.change('user_account', ada.userid, { phone_number: PHONES[1]! });
    await fixture.must('user_transfer_create', { as: obi, body: { email: ada.email, amount: 100, messge: text } });
    const ticket = { subject: text.slice(0, 120), message: text, category: 'other', priority: 'low' };
    ticketId = (await fixture.must('support_ticket_create', { as: ada, body: ticket })).body.DATA.ticket_id as string;
    await fixture.must('app_feedback_create', { body: { mesg: text, dvty: 'Web', dsnm: 'browser', uxid: ada.userid } });
    await fixture.get(SystemLogs).record({ kind: 'error', description: text });
    await fixture.sql(
      `INSERT INTO webhook (id, direction, partner, event_id, event, payload, status, attempts, last_error, recorded)
       VALUES (?, 'outbound', 'planted', 'planted', 'user.created', ?, 'failed', 1, '', ?)`,
      newId(),
      JSON.stringify({ email: ada.email, phone: PHONES[0] }),
      Date.now(),
    );
  });
  afterAll(() => fixture.close());

  /** The reads of staff, with calls that find what is planted. */
  async function reads(): Promise<[string, CallOptions][]> {
    const planted = { uxid: fixture.ada.userid, rqux: fixture.ada.userid };
    const special: Readonly<Record<string, object>> = {
      control_user_data_list: { rqtp: 'email', rqvl: fixture.ada.email },
      control_support_ticket_fetch: { ticket_id: ticketId },
      control_webhook_fetch: { rqtp: 'all' },
      other_system_log_fetch: { rqtp: 'all' },
      control_user_trade_feedback: {},
      control_audit_fetch: { rqtp: 'all' },
    };
    const operations = fixture
      .get(OperationRegistry)
      .all()
      .filter(({ spec, effect }) => spec.access === 'admin' && effect === 'read' && !spec.ofStaff);
    return Promise.all(
      operations.map(async ({ action, spec }): Promise<[string, CallOptions]> => {
        const { query } = SERVED.some((served) => served.action === action)
          ? await fixture.goodCall(action)
          : { query: { rqtp: 'all' } };
        const wanted = Object.fromEntries(Object.entries(planted).filter(([name]) => query && name in query));
        return [action, { method: spec.method, query: (special[action] as CallOptions['query']) ?? { ...query, ...wanted } }];
      }),
    );
  }

  it('are masked in every answer to staff without the permission, and shown with it', async () => {
    const { ada } = fixture;
    const secrets = [ada.email, ...PHONES];
    const shown = new Set<string>();
    const leaks: string[] = [];
    const calls = await reads();
    expect(calls.length).toBeGreaterThanOrEqual(20);
    for (const [action, options] of calls) {
      const full = JSON.stringify((await fixture.service.client.call(action, { ...options, as: sees })).body);
      const hidden = JSON.stringify((await fixture.service.client.call(action, { ...options, as: masked })).body);
      if (secrets.some((secret) => full.includes(secret))) shown.add(action);
      if (secrets.some((secret) => hidden.includes(secret))) leaks.push(action);
    }
    expect(leaks).toEqual([]);
    expect([...shown]).toEqual(expect.arrayContaining(EXPECTED));
  });

  it('are masked alike in fields, texts and JSON', async () => {
    const { ada } = fixture;
    const get = async (action: string, query: Record<string, string>) =>
      (await fixture.must(action, { as: masked, query })).body.DATA;
    const details = await get('control_user_data_details', { uxid: ada.userid });
    expect(details).toMatchObject({ emailAddress: 'p***@e***.com', phoneNumber: '***4321' });
    const { result } = (await get('control_user_wallet_transfer', { uxid: ada.userid })) as { result: { rqnote: string }[] };
    expect(result[0]!.rqnote).toBe('Call ***4321 or ***4321 or ***4321, or write to p***@e***.com');
    const own = (await fixture.must('user_profile_get_info', { as: masked })).body.DATA;
    expect(own.emailAddress).toBe(masked.email);
  });
});
