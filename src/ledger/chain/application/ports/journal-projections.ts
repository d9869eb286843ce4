import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../../../kernel/caller.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';
import { type JournalKind, PROJECTED_KINDS } from '../../../domain/journal.js';
import type { WrongRow } from '../../domain/stored-rows.js';
import type { LedgerSnapshot } from './ledger-reader.js';

/** What a row of a context says of a journal. */
export interface JournalClaim {
  readonly table: string;
  readonly key: string;
  /** Those that say it. */
  readonly columns: readonly string[];
  readonly journalId: string;
  readonly kind: string;
  /** Undefined where the row does not say it; so with the time. */
  readonly subject?: string;
  readonly postedAt?: number;
  /** Of the command that made it; undefined where the row does not say it. */
  readonly request?: Pick<IdempotencyKey, 'scope' | 'action' | 'key'>;
  /** Of its posting to an account. */
  readonly note?: readonly [account: string, note: string];
  /** What the journal moves, by account. */
  readonly amounts: readonly (readonly [account: string, amountKobo: number])[];
}

export type ReadRows = LedgerSnapshot['rowsOf'];

/** Tables of a context whose rows repeat journals; `ledger:verify` compares them, row by row, where it reads everything. */
export abstract class JournalProjection {
  /** Of the journals that its rows begin with. */
  abstract readonly kind: JournalKind;
  /** In bounded memory; wrong rows are those that contradict one another. */
  abstract claims(rowsOf: ReadRows): AsyncIterable<JournalClaim | WrongRow>;
}

@Injectable()
export class JournalProjections extends Registry<JournalProjection> {
  constructor(contributions: Contributions) {
    super(contributions, JournalProjection, { namesOf: ({ kind }) => [kind], names: PROJECTED_KINDS });
  }

  all(): readonly JournalProjection[] {
    return this.entries;
  }
}
