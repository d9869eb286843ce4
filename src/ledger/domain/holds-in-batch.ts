import { Failure } from '../../kernel/failure.js';
import { isHeldAccount } from './account.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import { ended, type Hold, holdSeal, isEndable, isSubmittable, type StoredHold, sealed, sharesText } from './hold.js';
import type { Submission } from './hold-ending.js';
import type { Journal } from './journal.js';
import { ledgerFailures } from './ledger.failures.js';

/** By subject. `locked`: by another transaction; a hold that is not there has no entry. */
export type HoldsAsRead = ReadonlyMap<string, StoredHold | 'locked'>;

export interface ChangedHold {
  readonly hold: StoredHold;
  readonly isNew: boolean;
}

export interface PlannedJournal {
  readonly journal: Journal;
  /** Without `createdAt` where the journal makes it. */
  readonly hold: Hold | undefined;
}

export class HoldsInBatch {
  private readonly changes = new Map<string, ChangedHold>();

  /** @param keyOf undefined where this process does not have the key */
  constructor(
    private readonly asRead: HoldsAsRead,
    private readonly key: ChainKey,
    private readonly keyOf: (id: string) => ChainKey | undefined,
  ) {}

  get changed(): readonly ChangedHold[] {
    return [...this.changes.values()];
  }

  /** The journal with its postings, and the hold after it; `stale` where it moves nothing, a Failure where the ledger cannot prove what is held. */
  plan(journal: Journal): PlannedJournal | 'locked' | 'stale' | Failure {
    const { subject, ends } = journal;
    if (journal.holds) return { journal, hold: newHold(journal) };
    if (!ends) return { journal, hold: undefined };
    const hold = this.proved(subject);
    if (hold === 'locked' || hold instanceof Failure) return hold;
    if (!isEndable(hold, ends)) return mismatch(subject, `state: ${hold.state}, so it cannot be ended as ${ends.as}`);
    const after = ended(hold, ends);
    if (!after) return mismatch(subject, 'account, payer or terms: not those that the command names');
    return after.postings.length === 0 ? 'stale' : { journal: { ...journal, postings: after.postings }, hold: after.hold };
  }

  /** The hold after it. `stale`: a version before made it, which told its provider without this. */
  submit(submission: Submission): Hold | 'locked' | 'stale' | Failure {
    const { subject, terms } = submission;
    const hold = this.proved(subject);
    if (hold === 'locked' || hold instanceof Failure) return hold;
    if (hold.terms === '') return 'stale';
    if (!isSubmittable(hold, submission)) return mismatch(subject, `state: ${hold.state}, so it cannot be submitted`);
    if (hold.terms !== terms) return mismatch(subject, 'terms: not what is about to be submitted');
    return { ...hold, state: 'submitted' };
  }

  submitted(hold: Hold): void {
    this.changes.set(hold.subject, { hold: sealed(hold, this.key), isNew: false });
  }

  private proved(subject: string): Hold | 'locked' | Failure {
    const hold = this.asRead.get(subject);
    // Changed earlier in this batch, so the next batch reads it again.
    if (hold === 'locked' || this.changes.has(subject)) return 'locked';
    if (!hold) return mismatch(subject, 'there is no such row');
    const key = this.keyOf(hold.keyId);
    return key && holdSeal(hold, key) === hold.seal ? hold : mismatch(subject, 'seal: not as the ledger wrote it');
  }

  accept({ journal, hold }: PlannedJournal, committedAt: number): void {
    if (!hold) return;
    const isNew = journal.holds !== undefined;
    const dated = isNew ? { ...hold, createdAt: committedAt } : hold;
    this.changes.set(hold.subject, { hold: sealed(dated, this.key), isNew });
  }
}

export function mismatch(subject: string, text: string): Failure {
  return new Failure(ledgerFailures.hold_mismatch, { cause: new Error(`ledger_hold ${subject}, ${text}`) });
}

function newHold({ kind, subject, postings, holds, terms = '' }: Journal): Hold {
  const held = postings.find(({ account }) => isHeldAccount(account))!;
  const paid = postings.find((posting) => posting !== held)!;
  return {
    subject,
    kind,
    account: held.account,
    payer: paid.account,
    heldKobo: held.amountKobo,
    leftKobo: held.amountKobo,
    state: 'held',
    shares: sharesText(holds!),
    terms,
    version: 0,
    createdAt: 0,
  };
}
