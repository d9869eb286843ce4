import { ProviderRecordSources } from '../../contexts/providers/index.js';
import { ReconcileDay } from '../../contexts/reconciliation/index.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { addDays, lagosDate, lagosMidnight } from '../../kernel/lagos-time.js';
import { kobo, naira } from '../../kernel/money.js';
import type { ListedTransaction, RecordedTransaction } from '../../kernel/provider-transactions.js';
import type { ServiceContext } from '../service-context.js';

const PROVIDER = 'sandbox';
const DAYS = 30;

/** Compares the busiest of the last days with a list that lacks one of our records, has one of its own, and another amount. */
export async function reconcileDemo(context: ServiceContext): Promise<void> {
  const today = lagosDate((await context.get(Clock)).now());
  const { source } = (await context.get(ProviderRecordSources)).find(PROVIDER)!;
  let busiest: { day: string; records: readonly RecordedTransaction[] } = { day: '', records: [] };
  for (let ago = DAYS; ago > 0; ago--) {
    const day = addDays(today, -ago);
    const from = lagosMidnight(day);
    const records = new Map<string, RecordedTransaction>();
    for await (const portion of source.within(PROVIDER, { from, to: from + DAY_MS }))
      for (const record of portion) records.set(record.reference, record);
    if (records.size > busiest.records.length) busiest = { day, records: [...records.values()] };
  }
  const { day, records } = busiest;
  if (records.length === 0) throw new Error(`the demonstration has no records of ${PROVIDER} in its last ${DAYS} days`);
  await (await context.get(ReconcileDay)).execute({ provider: PROVIDER, day, file: listOf(records) });
}

async function* listOf(records: readonly RecordedTransaction[]): AsyncIterable<ListedTransaction[]> {
  const [, differing, ...same] = records.map(listed);
  const unknown = { ...listed(records[0]!), reference: 'SBX-UNKNOWN-1', amountKobo: naira(1_200) };
  yield [
    unknown,
    ...(differing ? [{ ...differing, amountKobo: kobo(differing.amountKobo + naira(50)) }] : []),
    ...same,
    // The list goes on after midnight, so that it does not look cut off.
    { ...unknown, reference: 'SBX-NEXT-DAY', at: lagosMidnight(addDays(lagosDate(records[0]!.at), 1)) + 1 },
  ];
}

function listed({ reference, amountKobo, at }: RecordedTransaction): ListedTransaction {
  return { reference, transactionId: '', amountKobo, status: 'success', statusText: 'success', at };
}
