import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Audit } from '../../src/contexts/audit/index.js';
import { StaffFixture, permissions, type Staff } from '../contexts/staff/staff-fixture.js';
import { ONE_BACKEND } from '../support/backend.js';
import { type Ended, runCli } from './run-cli.js';

const CREATE = 'control_staff_profile_create';
const UPDATE = 'control_staff_profile_update';

describe.each(ONE_BACKEND)('audit:list on %s', (backend) => {
  let staffApp: StaffFixture;
  let manager: Staff;
  let clerk: Staff;
  let between: number;
  const list = (...args: string[]): Promise<Ended> => runCli(staffApp.service.environment, 'audit:list', ...args);
  const update = (as: Staff, ...grants: string[]) =>
    staffApp.post(UPDATE, as, { requxid: clerk.trackingId, ...permissions(...grants) });

  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    manager = await staffApp.hire('staffControl.allowModify', 'userControl.viewDetails');
    clerk = await staffApp.hire();
    await update(staffApp.admin, 'userControl.getDataList', 'userControl.viewDetails');
    between = staffApp.clock.time += 1;
    staffApp.clock.time += 1;
    await update(manager, 'userControl.getDataList');
  });
  afterAll(() => staffApp.close());

  it('prints actor, action, before and after, newest first', async () => {
    const { exitCode, json } = await list('--json');
    expect(exitCode).toBe(0);
    expect(json.map(({ action, actor }: { action: string; actor: { email: string } }) => [action, actor.email])).toEqual([
      [UPDATE, manager.email],
      [UPDATE, staffApp.admin.email],
      [CREATE, staffApp.admin.email],
      [CREATE, staffApp.admin.email],
    ]);
    expect(json[0]).toEqual({
      id: expect.any(String) as string,
      recorded: new Date(staffApp.clock.time).toISOString(),
      actor: { userId: manager.userid, email: manager.email },
      action: UPDATE,
      subject: `staff:${clerk.trackingId}`,
      before: { grants: ['userControl.getDataList', 'userControl.viewDetails'] },
      after: { grants: ['userControl.getDataList'] },
      ip: '127.0.0.1',
    });
    expect(json[3]).not.toHaveProperty('before');
  });

  it('prints the same as lines', async () => {
    const { stdout } = await list('--limit', '1');
    const [head, ...rest] = stdout.trimEnd().split('\n');
    for (const part of [manager.email, UPDATE, `staff:${clerk.trackingId}`, 'from 127.0.0.1']) expect(head).toContain(part);
    expect(rest).toEqual([
      '  before  {"grants":["userControl.getDataList","userControl.viewDetails"]}',
      '  after   {"grants":["userControl.getDataList"]}',
    ]);
  });

  it.each<[string, () => string[], number]>([
    ['a time, that moment included', () => ['--since', new Date(between + 1).toISOString()], 1],
    ['an actor by address', () => ['--actor', manager.email.toUpperCase()], 1],
    ['an actor by id', () => ['--actor', staffApp.admin.userid], 3],
    ['an action', () => ['--action', UPDATE], 2],
    ['all of it', () => ['--action', UPDATE, '--actor', staffApp.admin.email, '--since', new Date(between).toISOString()], 0],
    ['a number', () => ['--limit', '3'], 3],
  ])('filters by %s', async (_, args, count) => {
    expect((await list(...args(), '--json')).json).toHaveLength(count);
  });

  it('reports an empty list and an unknown staff member', async () => {
    expect(await list('--action', 'control_nothing')).toMatchObject({ exitCode: 0, stdout: 'No changes.\n' });
    const { exitCode, stderr } = await list('--actor', 'nobody@example.com');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('nobody@example.com')]);
  });

  it('removes control characters from user input', async () => {
    const text = `${String.fromCodePoint(0x9b)}2J${String.fromCodePoint(0x1b)}[31m`;
    const change = { staffId: 'nobody', action: 'typed', subject: 'faq:1', after: { text }, ip: '127.0.0.1' };
    await staffApp.service.app.get(Audit).record(change);
    expect((await list('--action', 'typed')).stdout).toContain('  after   {"text":"?2J\\u001b[31m"}\n');
    expect((await list('--action', 'typed', '--json')).json).toMatchObject([{ actor: { userId: 'nobody', email: '' } }]);
  });

  it.each(['0', '-1', '1.5', 'many', '10001'])('refuses the limit %s', async (limit) => {
    const { exitCode, stderr } = await list('--limit', limit);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Not a whole number')]);
  });
});
