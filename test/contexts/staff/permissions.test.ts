import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_GRANTS } from '../../../src/contexts/staff/members/grants.js';
import { READS_RECORDS } from '../../../src/kernel/staff-roles.js';
import { OperationRegistry } from '../../../src/platform/http/operation-registry.js';
import { type DocumentedOperation, SERVED } from '../../contract/support/documents.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer, Credentials } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { changeRow } from '../../support/change-row.js';

type StaffOperation = Pick<DocumentedOperation, 'action' | 'method' | 'permission'>;

const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";
const ADMIN = SERVED.filter(({ auth }) => auth === 'admin');
/** The generated page, which another test keeps current. */
const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const BEYOND_DOCUMENTS = [
  ...PAGE.matchAll(/^`(\w+) \/(\w+)` · staff(?: with `([\w.]+)`(?: or `[\w.]+`)?)?(?:, of their own with [^·]+)? ·/gm),
]
  .map(([, method, action, permission]) => ({ method, action, permission: permission ?? null }) as StaffOperation)
  .filter(({ action }) => !ADMIN.some((documented) => documented.action === action));

/** Permission for each kind of statistics. */
const STATISTICS: Readonly<Record<string, string>> = {
  monthly_stats: 'StatsControl.transacStat',
  weekly_stats: 'StatsControl.transacStat',
  active_users: 'StatsControl.activeUsers',
  trade_volume: 'StatsControl.transaction',
  new_users: 'StatsControl.newUserStat',
  trade_country: 'StatsControl.tradCounter',
  active_order: 'StatsControl.activeOrder',
};

/** An operation with its permission; null: any staff. */
interface Case {
  readonly operation: StaffOperation;
  readonly permission: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Without parameters, because permissions are checked before parameters. */
const CASES = [...ADMIN, ...BEYOND_DOCUMENTS].flatMap((operation): Case[] => {
  if (operation.action !== 'control_statistic_data_fetch')
    return [{ operation, permission: operation.permission ?? null, query: {} }];
  return Object.entries(STATISTICS).map(([rqtp, permission]) => ({ operation, permission, query: { rqtp } }));
});

describe('documented permissions', () => {
  it('exist', () => {
    const known = new Set<string>(ALL_GRANTS);
    expect(CASES.flatMap(({ permission }) => permission ?? []).filter((permission) => !known.has(permission))).toEqual([]);
    expect(CASES.length).toBeGreaterThan(20);
  });

  it('each gate an operation, or say what they are kept for', () => {
    const rows = [...PAGE.matchAll(/^\| `(\w+\.\w+)` \| (.*) \|$/gm)];
    expect(rows.map(([, permission]) => permission)).toEqual(ALL_GRANTS);
    expect(rows.filter(([, , gates]) => gates!.trim() === '').map(([, permission]) => permission)).toEqual([]);
  });
});

describe.each(ONE_BACKEND)('permissions on %s', (backend) => {
  let service: TestApp;
  let user: Credentials;
  let testUser: Credentials;
  let superAdministrator: Credentials;
  /** Of each set of permissions, who holds all others. */
  const withAllBut = new Map<string, Credentials>();
  const withOnly = new Map<string, Credentials>();
  let withNothing: Credentials;
  let withRecords: Credentials;

  beforeAll(async () => {
    service = await startApp(backend);
    user = await service.register();
    const tester = await service.register();
    await changeRow(service.app, 'user_account', tester.userid, { is_test: 1 });
    testUser = tester;
    superAdministrator = await signInStaff(service, ...ALL_GRANTS);
    withNothing = await signInStaff(service);
    for (const permission of new Set(CASES.flatMap((each) => each.permission ?? [])))
      withOnly.set(permission, await signInStaff(service, permission));
    for (const opening of CASES.map((each) => opens(each))) {
      if (withAllBut.has(String(opening))) continue;
      const others = ALL_GRANTS.filter((grant) => !opening.includes(grant));
      withAllBut.set(String(opening), await signInStaff(service, ...others));
    }
    withRecords = await signInStaff(service, READS_RECORDS);
  });
  afterAll(() => service.close());

  const ask = ({ operation: { action, method }, query }: Case, as?: Credentials) =>
    service.client.call(action, {
      method,
      query,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      ...(as ? { as } : {}),
    });
  /** The permission and, where it is read with others as well, those. */
  const opens = ({ operation: { action }, permission }: Case): readonly string[] => {
    const { spec, effect } = service.app.get(OperationRegistry).find(action)!;
    const others = effect === 'read' ? [spec.orPermission ?? [], spec.ownPermissions ?? []].flat() : [];
    return permission === null ? [] : [permission, ...others];
  };
  const lacking = (each: Case) => withAllBut.get(String(opens(each)))!;
  const detailsOf = ({ body }: Answer) => body.ERRORS?.DETAILS ?? '';

  it('of who reads records open what is read, and nothing else', async () => {
    const reached: string[] = [];
    for (const { operation, query, permission } of CASES) {
      if (permission === null) continue;
      const { status } = await ask({ operation, query, permission }, withRecords);
      if (status !== 403) reached.push(operation.action);
    }
    expect(reached.toSorted()).toEqual([
      'control_audit_fetch',
      'control_books_fetch',
      'control_proposal_fetch',
      'control_reconciliation_fetch',
      'control_safeguarding_fetch',
      'control_settlement_fetch',
      'control_tariff_fetch',
      'control_tax_fetch',
    ]);
  });

  it('cover every served operation', () => {
    const served = service.app.get(OperationRegistry).all();
    const admin = served.filter(({ spec }) => spec.access === 'admin').map(({ action }) => action);
    expect([...ADMIN, ...BEYOND_DOCUMENTS].map(({ action }) => action).sort()).toEqual(admin.sort());
  });

  it.each(CASES.map((each) => [`${each.operation.action} ${each.query['rqtp'] ?? ''}`, each] as const))('%s', async (_, each) => {
    const unsigned = await ask(each);
    expect([unsigned.status, detailsOf(unsigned)]).toEqual([401, expect.stringContaining('Access Denied')]);
    const refused = each.permission === null ? [user, testUser] : [user, testUser, withNothing, lacking(each)];
    for (const as of refused) {
      const answer = await ask(each, as);
      expect([answer.status, detailsOf(answer)]).toEqual([403, expect.stringContaining(NO_PERMISSION)]);
    }
    const allowed = [superAdministrator, each.permission === null ? withNothing : withOnly.get(each.permission)!];
    for (const as of allowed) {
      const answer = await ask(each, as);
      expect([401, 403], JSON.stringify(answer.body)).not.toContain(answer.status);
      expect(detailsOf(answer)).not.toContain(NO_PERMISSION);
    }
  });
});
