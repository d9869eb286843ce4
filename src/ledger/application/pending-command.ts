import type { IdempotencyKey } from '../../kernel/caller.js';
import { recordKey } from '../chain/domain/records-key.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import { idempotencyName, type QueuedCommand } from '../domain/batch.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';

export interface PendingCommand extends QueuedCommand {
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was deferred, and since when (ms of `steadyMs`). */
  deferrals: number;
  deferredSince: number;
}

export function recordNames(idempotencyKey: IdempotencyKey, recordsKey: ChainKey): Pick<QueuedCommand, 'recordKey' | 'name'> {
  const key = recordKey(idempotencyKey, recordsKey);
  return { recordKey: key, name: idempotencyName({ ...idempotencyKey, key }) };
}

export function storedCommand({ command, recordKey: key }: QueuedCommand): LedgerCommand {
  return { ...command, idempotencyKey: { ...command.idempotencyKey, key } };
}

export function recordKeysOf(batch: readonly QueuedCommand[]): IdempotencyKey[] {
  return batch.map(({ command, recordKey: key }) => ({ ...command.idempotencyKey, key }));
}
