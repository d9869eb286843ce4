import pc from 'picocolors';
import {
  AnchorSettings,
  AnchorStores,
  checkOfVerdict,
  type Fault,
  LedgerChecks,
  type LedgerVerdict,
  VerifyLedger,
} from '../ledger/index.js';
import { Clock } from '../kernel/clock.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { table } from './terminal.js';

export interface LedgerVerifyOptions {
  readonly anchors?: string | true;
  readonly sinceCheckpoint?: boolean;
  readonly workers?: string;
  readonly json?: boolean;
}

const MOST_WORKERS = 64;
const NOT_COMPARED = 'Redis does not answer, so the head that it remembers was not compared.';

export function ledgerVerify(cli: CommandLine, options: LedgerVerifyOptions): Promise<void> {
  return cli.read(options, async (context, terminal) => {
    const verifyLedger = await context.get(VerifyLedger);
    const url = options.anchors === true ? (await context.get(AnchorSettings)).url : options.anchors;
    if (options.anchors === true && !url)
      throw new UsageError('Say where the anchors are: --anchors <url> or LEDGER_ANCHOR_URL.');
    const anchors = url ? await (await context.get(AnchorStores)).at(url).lines() : undefined;
    const progress = terminal.progress('Batches');
    try {
      const result = await verifyLedger.execute({
        onProgress: ({ batches, of }) => progress.show(batches, of),
        ...(anchors ? { anchorLines: anchors } : {}),
        sinceCheckpoint: options.sinceCheckpoint === true,
        workers: countOf(options.workers),
      });
      const check = checkOfVerdict(result, (await context.get(Clock)).now());
      await (await context.get(LedgerChecks)).record(check);
      const lines = [...describe(result), ...(context.isWithoutRedis ? [NOT_COMPARED] : [])];
      return { data: result, lines, ok: result.ok };
    } finally {
      progress.stop();
    }
  });
}

function countOf(workers = '0'): number {
  const count = Number(workers);
  if (!Number.isInteger(count) || count < 0 || count > MOST_WORKERS)
    throw new UsageError(`--workers is a number from 0 to ${MOST_WORKERS}.`);
  return count;
}

function describe(verdict: LedgerVerdict): string[] {
  const { faults, faultCount, accepted, isIncomplete, anchors, since, batches, journals, postings, accounts } = verdict;
  const from = since === undefined ? '' : `After batch ${since}: `;
  const counted = `${from}${batches} batches, ${journals} journals, ${postings} postings, ${accounts} accounts`;
  const aside = accepted > 0 ? `, ${accepted} known ${accepted === 1 ? 'fault' : 'faults'} set aside` : '';
  if (verdict.ok)
    return [`${pc.green('The ledger is right.')} ${counted}${anchors ? `, ${anchors} anchored heads` : ''}${aside}`];
  return [
    `${pc.red('The ledger is wrong.')} ${faultCount} ${faultCount === 1 ? 'fault' : 'faults'} in ${counted}${aside}`,
    ...faults.flatMap(describeFault),
    ...(faultCount > faults.length ? [`The first ${faults.length} are shown.`] : []),
    ...(isIncomplete ? ['Not everything could be looked at: put these right and verify again.'] : []),
  ];
}

function describeFault(fault: Fault): string[] {
  return table([
    ['Wrong row', pc.bold(`${fault.table} ${fault.key}`)],
    ['Column', fault.column],
    ['Expected', fault.expected],
    ['Found', fault.found],
    ['Digest', fault.digest],
  ]);
}
