import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Audit } from '../../src/contexts/audit/index.js';
import { StaffFixture, permissions, type Staff } from '../contexts/staff/staff-fixture.js';
import { BACKENDS } from '../support/backend.js';
import { type Ended, runCli } from './run-cli.js';

const CREATE = 'control_staff_profile_create';
const UPDATE = 'control_staff_profile_update';

describe.each(BACKENDS)('the audit trail on %s', (backend) => {
  let desk: StaffFixture;
  let manager: Staff;
  let clerk: Staff;
  /** Unix ms between two changes. */
  let between: number;
  const list = (...args: string[]): Promise<Ended> => runCli(desk.service.environment, 'audit:list', ...args);
  const update = (as: Staff, ...grants: string[]) =>
    desk.post(UPDATE, as, { requxid: clerk.trackingId, ...permissions(...grants) });

  beforeAll(async () => {
    desk = await StaffFixture.open(backend);
    manager = await desk.hire('staffControl.allowModify', 'userControl.viewDetails');
    clerk = await desk.hire();
    await update(desk.admin, 'userControl.getDataList', 'userControl.viewDetails');
    between = desk.clock.time += 1;
    desk.clock.time += 1;
    await update(manager, 'userControl.getDataList');
  }, 60_000);
  afterAll(() => desk.close());

  it('tells who changed what, from what to what, newest first', async () => {
    const { exitCode, json } = await list('--json');
    expect(exitCode).toBe(0);
    expect(json.map(({ action, actor }: { action: string; actor: { email: string } }) => [action, actor.email])).toEqual([
      [UPDATE, manager.email],
      [UPDATE, desk.admin.email],
      [CREATE, desk.admin.email],
      [CREATE, desk.admin.email],
    ]);
    expect(json[0]).toEqual({
      id: expect.any(String) as string,
      recorded: new Date(desk.clock.time).toISOString(),
      actor: { userId: manager.userid, email: manager.email },
      action: UPDATE,
      subject: `staff:${clerk.trackingId}`,
      before: { grants: ['userControl.getDataList', 'userControl.viewDetails'] },
      after: { grants: ['userControl.getDataList'] },
      ip: '127.0.0.1',
    });
    expect(json[3]).not.toHaveProperty('before');
  });

  it('tells people the same in lines', async () => {
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
    ['an actor by id', () => ['--actor', desk.admin.userid], 3],
    ['an action', () => ['--action', UPDATE], 2],
    ['all of it', () => ['--action', UPDATE, '--actor', desk.admin.email, '--since', new Date(between).toISOString()], 0],
    ['a number', () => ['--limit', '3'], 3],
  ])('is narrowed by %s', async (_, args, count) => {
    expect((await list(...args(), '--json')).json).toHaveLength(count);
  });

  it('says that there is nothing, and that there is nobody', async () => {
    expect(await list('--action', 'control_nothing')).toMatchObject({ exitCode: 0, stdout: 'No changes.\n' });
    const { exitCode, stderr } = await list('--actor', 'nobody@example.com');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('nobody@example.com')]);
  });

  it('lets nobody write to the terminal by what they typed', async () => {
    const text = `${String.fromCodePoint(0x9b)}2J${String.fromCodePoint(0x1b)}[31m`;
    const change = { staffId: 'nobody', action: 'typed', subject: 'faq:1', after: { text }, ip: '127.0.0.1' };
    await desk.service.app.get(Audit).record(change);
    expect((await list('--action', 'typed')).stdout).toContain('  after   {"text":"?2J\\u001b[31m"}\n');
    expect((await list('--action', 'typed', '--json')).json).toMatchObject([{ actor: { userId: 'nobody', email: '' } }]);
  });

  it.each(['0', '-1', '1.5', 'many', '10001'])('wants a limit that is one, not %s', async (limit) => {
    const { exitCode, stderr } = await list('--limit', limit);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Not a whole number')]);
  });
});
