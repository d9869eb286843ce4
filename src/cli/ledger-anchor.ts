import pc from 'picocolors';
import { AnchorLedger, AnchorSettings, checkOfAnchor, LedgerChecks } from '../ledger/index.js';
import { UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import type { Report } from './report.js';
import { formatTime } from './time-options.js';

export interface LedgerAnchorOptions {
  readonly to?: string;
  readonly publicKey?: boolean;
  readonly json?: boolean;
}

export function ledgerAnchor(cli: CommandLine, options: LedgerAnchorOptions): Promise<void> {
  return cli.read(options, async (context) => {
    const anchorLedger = await context.get(AnchorLedger);
    if (options.publicKey) return publicKey(anchorLedger);
    const url = options.to ?? (await context.get(AnchorSettings)).url;
    if (!url) throw new UsageError('Say where to: --to or LEDGER_ANCHOR_URL.');
    const anchor = await anchorLedger.execute(url);
    if (anchor) await (await context.get(LedgerChecks)).record(checkOfAnchor(anchor));
    const lines = anchor
      ? [`${pc.green('Anchored')} batch ${anchor.batchNo} of ${formatTime(anchor.committedAt)} (Lagos)`]
      : ['No money has moved yet.'];
    return { data: { anchor: anchor ?? null }, lines };
  });
}

function publicKey(anchorLedger: AnchorLedger): Report {
  const data = anchorLedger.publicKey();
  return { data, lines: [`Key ${data.keyId}`, data.publicKey.trimEnd()] };
}
