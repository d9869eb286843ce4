import { describe, expect, it } from 'vitest';
import type { Budgets } from '../../kernel/budgets.js';
import { Execution } from './execution.js';
import type { IdempotentExecution } from './idempotent-execution.js';
import type { RequestContext } from './request-context.js';
import { ReadAllowance } from './read-allowance.js';
import { type StaffRead, StaffReads } from './staff-reads.js';

class RecordedReads extends StaffReads {
  readonly written: StaffRead[] = [];
  outcome: Promise<void> = Promise.resolve();

  record(read: StaffRead): Promise<void> {
    this.written.push(read);
    return this.outcome;
  }
}

const STAFF = { userId: 'staff', ip: '10.0.0.1', grants: new Set(['userControl.viewDetails']) };

function setUp(caller: object, handle: () => unknown) {
  const reads = new RecordedReads();
  const spent: [string, number][] = [];
  const spend = (budget: string, _: string, amount: number) => Promise.resolve(spent.push([budget, amount]));
  const budgets = { spend } as unknown as Budgets;
  const spec = { access: 'admin', reads: ({ uxid }: { uxid: string }) => (uxid === '' ? undefined : `user:${uxid}`) };
  const context = {
    operation: { action: 'read_it', effect: 'read', spec, handle },
    input: { uxid: 'ada' },
    caller,
    result: undefined,
  };
  const execution = new Execution(undefined as unknown as IdempotentExecution, reads, new ReadAllowance(budgets));
  return { reads, spent, context, run: () => execution.run(context as unknown as RequestContext) };
}

describe('Execution', () => {
  it('records a read by staff while it is read, and answers when both are done', async () => {
    let finish = (_: string): void => undefined;
    const { reads, context, run } = setUp(STAFF, () => new Promise((done) => (finish = done)));
    const running = run();
    expect(reads.written).toEqual([
      { staffId: 'staff', action: 'read_it', subject: 'user:ada', parameters: { uxid: 'ada' }, ip: '10.0.0.1' },
    ]);
    finish('answer');
    await running;
    expect(context.result).toBe('answer');
  });

  it('answers nothing that could not be recorded', async () => {
    const { reads, run } = setUp(STAFF, () => Promise.resolve('answer'));
    reads.outcome = Promise.reject(new Error('no database'));
    await expect(run()).rejects.toThrow('no database');
  });

  it('counts each record of a list, and one of a user, once for a question that is asked again', async () => {
    const one = setUp(STAFF, () => ({ items: [1, 2, 3], next: undefined }));
    await one.run();
    await one.run();
    expect(one.spent).toEqual([['staff_reads', 1]]);
    const items = [1, 2, 3];
    const list = setUp(STAFF, () => ({ items, next: undefined }));
    list.context.input.uxid = '';
    await list.run();
    items.push(4, 5);
    await list.run();
    await list.run();
    expect(list.spent).toEqual([
      ['staff_reads', 3],
      ['staff_reads', 2],
    ]);
  });

  it('records and counts nothing of users, and records nothing where nobody is read', async () => {
    const user = setUp({ ...STAFF, grants: undefined }, () => 'answer');
    await user.run();
    const nobody = setUp(STAFF, () => 'answer');
    nobody.context.input.uxid = '';
    await nobody.run();
    expect([user.context.result, nobody.context.result]).toEqual(['answer', 'answer']);
    expect([...user.reads.written, ...nobody.reads.written, ...user.spent]).toEqual([]);
  });
});
