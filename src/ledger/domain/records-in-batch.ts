import { type IdempotencyRecord, Replayed } from '../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import type { StoredRefusal } from '../../kernel/idempotency-records.js';
import type { CommandResult, FoundRecord, NewIdempotencyRecord, QueuedCommand } from './batch.js';

export class RecordsInBatch {
  private readonly records = new Map<string, NewIdempotencyRecord>();

  constructor(private readonly asRead: ReadonlyMap<string, FoundRecord>) {}

  get added(): readonly NewIdempotencyRecord[] {
    return [...this.records.values()];
  }

  /** What a command with a known key is answered; undefined where its key is new. */
  resultOf({ name, attemptId }: QueuedCommand): CommandResult | undefined {
    const seen = this.asRead.get(name);
    if (seen) return seen.attemptId === attemptId ? ownCommit(seen.record) : { replayed: new Replayed(seen.record) };
    const earlier = this.records.get(name);
    if (earlier) return { replayed: new Replayed(storedRecord(earlier)) };
    return undefined;
  }

  addAccepted({ command, recordKey, name, attemptId }: QueuedCommand, committedAt: number): void {
    const { idempotencyKey, response, subjectId, journal } = command;
    const state = response === undefined ? 'pending' : 'answered';
    const journalId = journal?.id;
    this.records.set(name, { idempotencyKey, recordKey, state, response, subjectId, journalId, attemptId, committedAt });
  }

  addRefused({ command, recordKey, name, attemptId }: QueuedCommand, refusal: FailureDefinition, committedAt: number): void {
    const { idempotencyKey, subjectId } = command;
    const response: StoredRefusal = { name: refusal.name, text: refusal.text };
    const record = { idempotencyKey, recordKey, state: 'refused', response, subjectId, attemptId, committedAt } as const;
    this.records.set(name, { ...record, journalId: undefined });
  }
}

function storedRecord(entry: NewIdempotencyRecord): IdempotencyRecord {
  return {
    fingerprint: entry.idempotencyKey.fingerprint,
    state: entry.state,
    response: entry.response,
    subjectId: entry.subjectId,
    createdAt: entry.committedAt,
  };
}

/** The commit succeeded although its answer was lost: the stored record is this attempt's result. */
function ownCommit(stored: IdempotencyRecord): CommandResult {
  if (stored.state !== 'refused') return { committed: { committedAt: stored.createdAt } };
  const { name, text } = stored.response as StoredRefusal;
  return { refused: new Failure({ name, kind: 'refused', text }, { remembered: true }) };
}
