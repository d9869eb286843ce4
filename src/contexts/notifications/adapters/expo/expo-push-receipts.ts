import { type PushOutcome, PushReceipts } from '../../application/ports.js';
import { callExpo, dataOf, type ExpoSettings, type ExpoResult, outcomeOfError } from './expo-api.js';

export class ExpoPushReceipts extends PushReceipts {
  /** @param settings undefined where Expo is not configured any more */
  constructor(private readonly settings: ExpoSettings | undefined) {
    super();
  }

  async read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>> {
    if (!this.settings || tickets.length === 0) return new Map();
    const answer = await callExpo(this.settings, 'getReceipts', { ids: tickets });
    const receipts = dataOf(answer);
    if (answer.status !== 200 || typeof receipts !== 'object' || receipts === null)
      throw new Error(`Expo answers ${answer.status} when asked for receipts`);
    return new Map(
      Object.entries(receipts as Record<string, ExpoResult | null>).flatMap(([ticket, receipt]) => {
        if (!receipt) return [];
        return [[ticket, receipt.status === 'ok' ? { kind: 'sent' } : outcomeOfError(receipt)]];
      }),
    );
  }
}
