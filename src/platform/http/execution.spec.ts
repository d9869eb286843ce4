import { describe, expect, it } from 'vitest';
import { Execution } from './execution.js';
import type { IdempotentExecution } from './idempotent-execution.js';
import type { RequestContext } from './request-context.js';
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
  const spec = { access: 'admin', reads: ({ uxid }: { uxid: string }) => (uxid === '' ? undefined : `user:${uxid}`) };
  const context = {
    operation: { action: 'read_it', effect: 'read', spec, handle },
    input: { uxid: 'ada' },
    caller,
    result: undefined,
  };
  const execution = new Execution(undefined as unknown as IdempotentExecution, reads);
  return { reads, context, run: () => execution.run(context as unknown as RequestContext) };
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

  it('records nothing of users, and nothing where nobody is read', () => {
    const user = setUp({ ...STAFF, grants: undefined }, () => 'answer');
    void user.run();
    const nobody = setUp(STAFF, () => 'answer');
    nobody.context.input.uxid = '';
    void nobody.run();
    expect([user.context.result, nobody.context.result]).toEqual(['answer', 'answer']);
    expect([...user.reads.written, ...nobody.reads.written]).toEqual([]);
  });
});
