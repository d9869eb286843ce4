import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../../kernel/failure.js';
import type { GroupCommitLedger } from '../../../application/group-commit-ledger.js';
import { ledgerFailures } from '../../../domain/ledger.failures.js';
import { ForwardedCommands } from './forwarded-commands.js';
import { ForwardingLedger } from './forwarding-ledger.js';
import type { ProcessChannel } from './process-channel.js';

const command = { idempotencyKey: { scope: 'test', action: 'test', key: 'k', fingerprint: 'f' } };

describe('a command that its own process cannot commit either', () => {
  let refusal: Failure;
  let ledger: ForwardingLedger;
  beforeEach(() => {
    refusal = new Failure(ledgerFailures.overloaded);
    const own = { check: () => undefined, commit: () => Promise.reject(refusal) } as unknown as GroupCommitLedger;
    const channel = { isConnected: true, send: () => Promise.resolve(true) } as unknown as ProcessChannel;
    ledger = new ForwardingLedger(
      own,
      channel,
      () => 'writer',
      () => undefined,
    );
  });

  it('is of unknown outcome while the writer may still commit it', async () => {
    const committing = ledger.commit(command);
    await turn();
    ledger.close();
    await expect(committing).rejects.toMatchObject({ failure: 'ledger.outcome_unknown' });
  });

  it('is refused where the refusal is stored under its key', async () => {
    refusal = new Failure(ledgerFailures.insufficient_funds, { remembered: true });
    const committing = ledger.commit(command);
    await turn();
    ledger.close();
    await expect(committing).rejects.toMatchObject({ failure: 'ledger.insufficient_funds' });
  });

  it('is not done where the writer returned it, or it was not sent', async () => {
    const returned = ledger.commit(command);
    await turn();
    ledger.answered([[1, { returned: true }]], []);
    await expect(returned).rejects.toMatchObject({ failure: 'ledger.overloaded' });
    const unsent = ledger.commit(command);
    ledger.close();
    await expect(unsent).rejects.toMatchObject({ failure: 'ledger.overloaded' });
  });
});

describe('a command that another process handed over', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is confirmed while batches progress, and not while the database is silent', () => {
    const own = { isStalled: false, commit: () => new Promise(() => undefined) };
    const sent: unknown[] = [];
    const send = (_: string, message: { waiting: number[] }) => Promise.resolve(sent.push(message.waiting));
    const channel = { send } as unknown as ProcessChannel;
    const received = new ForwardedCommands(own as unknown as GroupCommitLedger, channel, () => true);
    received.receive('sender', [{ no: 7, attemptId: 'a', command }]);
    vi.advanceTimersByTime(250);
    own.isStalled = true;
    vi.advanceTimersByTime(250);
    own.isStalled = false;
    vi.advanceTimersByTime(250);
    received.close();
    expect(sent.slice(0, 3)).toEqual([[7], [], [7]]);
  });
});
