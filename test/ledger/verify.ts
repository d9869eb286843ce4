import { RangeThreads } from '../../src/ledger/chain/adapters/verification/range-threads.js';
import { Checkpoints, HoldProjections, JournalProjections } from '../../src/ledger/chain/application/ports.js';
import { SqlLedgerReader } from '../../src/ledger/chain/adapters/sql/sql-ledger-reader.js';
import { openSnapshot, snapshotSource } from '../../src/ledger/chain/adapters/sql/open-snapshot.js';
import { type LedgerVerdict, VerifyLedger, type VerifyProgress } from '../../src/ledger/chain/application/verify-ledger.js';
import { contributionsOf } from '../support/contributions.js';
import { archiveOf, chainKeysOf } from '../support/ledger-fixture.js';
import type { Config } from '../../src/platform/config/config.js';

/** The result of `ledger:verify` for this database. */
export function verify(
  config: Config,
  onProgress: (progress: VerifyProgress) => void = () => undefined,
  anchorLines?: readonly string[],
): Promise<LedgerVerdict> {
  return verifierOf(config).execute({ onProgress, ...(anchorLines ? { anchorLines } : {}) });
}

/** Without the rows of other contexts. @param checkpoints by default none are kept */
export function verifierOf(config: Config, checkpoints: Checkpoints = new NoCheckpoints()): VerifyLedger {
  const none = contributionsOf();
  const projections = [new HoldProjections(none), new JournalProjections(none)] as const;
  return new VerifyLedger(
    readerOf(config),
    chainKeysOf(config),
    checkpoints,
    new RangeThreads(snapshotSource(config)),
    ...projections,
  );
}

class NoCheckpoints extends Checkpoints {
  record = () => Promise.resolve();
  last = () => Promise.resolve(undefined);
}

export function readerOf(config: Config): SqlLedgerReader {
  return new SqlLedgerReader(() => openSnapshot(snapshotSource(config)), archiveOf(config));
}
