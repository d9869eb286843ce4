import pc from 'picocolors';
import { Audit } from '../contexts/audit/index.js';
import { type RereadPurchase, RereadPurchases, type RereadResult } from '../contexts/purchases/index.js';
import type { CommandLine } from './command-line.js';
import type { Report } from './report.js';
import { table } from './terminal.js';

export interface PurchaseRereadOptions {
  readonly id?: string;
  readonly provider?: string;
  readonly json?: boolean;
}

const ACTION = 'purchase_reread';

/** Each change is in the audit trail, with kinds and counts. */
export function purchaseReread(cli: CommandLine, options: PurchaseRereadOptions): Promise<void> {
  const { id, provider } = options;
  return cli.run(options, async (context) => {
    const audit = await context.get(Audit);
    const record = ({ purchaseId, before, after }: RereadPurchase) =>
      audit.record({ staffId: 'operator', action: ACTION, subject: `purchase:${purchaseId}`, before, after, ip: '' });
    const question = { ...(id === undefined ? {} : { purchaseId: id }), ...(provider === undefined ? {} : { provider }) };
    return describe(await (await context.get(RereadPurchases)).execute(question, record));
  });
}

function describe(result: RereadResult): Report {
  const { read, changed, unreadable } = result;
  const lines = [
    `${read} purchases with stored answers were read, ${changed.length} have more deliverables now.`,
    ...table(changed.map(({ purchaseId, before, after }) => [purchaseId, `${shown(before)} → ${shown(after)}`])),
    ...(unreadable.length === 0 ? [] : [pc.red(`Not readable: ${unreadable.join(', ')}.`)]),
  ];
  return { data: result, lines, ok: unreadable.length === 0 };
}

function shown(counts: RereadPurchase['before']): string {
  return counts.map(({ kind, count }) => `${count} ${kind}`).join(', ') || 'nothing';
}
