import { databaseErrorKind, isServerAnswer, refusesCommit } from '../../../platform/database/errors.js';
import { StoreFailure } from '../application/ports/ledger-store.js';

/** Where in its transaction a batch was when the error came. */
export type BatchStage = 'before commit' | 'at commit' | 'after commit';

/** @param stage how far the server had come, where it answered; a lost connection tells nothing after the COMMIT was sent */
export function toStoreFailure(error: unknown, stage: BatchStage, wasCommitSent: boolean): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const isOutcomeKnown =
    !wasCommitSent || (stage === 'before commit' && isServerAnswer(error)) || (stage === 'at commit' && refusesCommit(error));
  return new StoreFailure(databaseErrorKind(error), isOutcomeKnown, error);
}
