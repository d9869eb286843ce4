import { databaseErrorKind, isServerAnswer, refusesCommit } from '../../platform/database/errors.js';
import { StoreFailure } from '../application/ports.js';

export type BatchStage = 'before commit' | 'at commit' | 'after commit';

/** @param stage where the server answered; after the COMMIT was sent, a lost connection leaves the outcome unknown */
export function toStoreFailure(error: unknown, stage: BatchStage, wasCommitSent: boolean): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const isOutcomeKnown =
    !wasCommitSent || (stage === 'before commit' && isServerAnswer(error)) || (stage === 'at commit' && refusesCommit(error));
  return new StoreFailure(databaseErrorKind(error), isOutcomeKnown, error);
}
