import { isConnectionLost, isRetryable } from '../../../platform/database/errors.js';
import type { BalancesAfter } from '../../application/ports.js';
import type { ConsumedJournal, JournalConsumer, JournalView } from '../application/ports.js';

/** Asks for the views of journals. One that cannot be viewed is left out, alone. */
export async function viewAlone<Journal extends ConsumedJournal>(
  consumer: JournalConsumer,
  journals: readonly Journal[],
  balancesAfter: BalancesAfter,
  refused: (journal: Journal, error: unknown) => void,
): Promise<JournalView[]> {
  if (journals.length === 0) return [];
  try {
    return [await consumer.view(journals, balancesAfter)];
  } catch (error) {
    if (isConnectionLost(error) || isRetryable(error)) throw error;
    if (journals.length > 1)
      return (await Promise.all(journals.map((journal) => viewAlone(consumer, [journal], balancesAfter, refused)))).flat();
    refused(journals[0]!, error);
    return [];
  }
}
