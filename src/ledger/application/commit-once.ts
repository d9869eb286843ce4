import type { ChainKey } from '../chain/domain/hash-chain.js';
import { recordsKeyOf } from '../chain/domain/records-key.js';
import type { IdempotencyKey } from '../../kernel/caller.js';
import { accountsOf, type CommandResult, type QueuedCommand } from '../domain/batch.js';
import type { LedgerCommand } from '../domain/ledger-command.js';
import { planBatch } from '../domain/plan-batch.js';
import { storedCommand } from './pending-command.js';
import type { BatchReading, BatchSession } from './ports.js';

export interface LedgerKeys {
  /** Key of the links of the chain and of new holds. */
  readonly current: ChainKey;
  /** The key with this id, also an earlier one. */
  readonly find: (id: string) => ChainKey | undefined;
  readonly records: () => ChainKey;
}

export function keysWith(current: ChainKey): LedgerKeys {
  return { current, find: (id) => (id === current.id ? current : undefined), records: () => recordsKeyOf(current) };
}

export interface CommittedBatch {
  /** One for each command, in their order. */
  readonly results: readonly CommandResult[];
  readonly way: BatchSession['way'];
}

/** One attempt at a batch, in the transaction of `session`: read, planned, written. @throws StoreFailure, Failure `ledger.stale_copy` */
export async function commitIn(
  session: BatchSession,
  batch: readonly QueuedCommand[],
  keys: LedgerKeys,
): Promise<CommittedBatch> {
  try {
    const plan = async () => planBatch(batch, await session.read(), keys.current, keys.find, keys.records());
    let planned = await plan();
    while (!(await session.write(planned))) planned = await plan();
    return { results: planned.results, way: session.way };
  } catch (error) {
    await session.abandon(error);
    throw error;
  }
}

/** @param lookUps keys to look up before the batch is planned */
export function readingOf(batch: readonly QueuedCommand[], lookUps: readonly IdempotencyKey[]): BatchReading {
  return {
    accounts: accountsOf(batch),
    lookUps,
    conditional: batch.filter(({ command }) => isConditional(command)).map(storedCommand),
    spendingLimits: batch.flatMap(({ command: { spendingLimit, receivingLimit } }) =>
      [spendingLimit, receivingLimit].filter((limit) => limit !== undefined),
    ),
  };
}

/** Rows are read before it is planned. */
function isConditional({ updates = [], journal, submits }: LedgerCommand): boolean {
  return updates.length > 0 || journal?.ends !== undefined || submits !== undefined;
}
