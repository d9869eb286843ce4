import pc from 'picocolors';
import {
  AnchorSettings,
  AnchorStores,
  checkOfVerdict,
  type Fault,
  LedgerChecks,
  type LedgerVerdict,
  VerifyLedger,
  AnchorLedger,
  checkOfAnchor,
  type AcceptedFault,
  AcceptFault,
  type NotAccepted,
  AcceptLoss,
  type LossReport,
} from '../ledger/index.js';
import { Clock } from '../kernel/clock.js';
import { UsageError, table, type Report, CommandError } from './terminal.js';
import type { CommandLine } from './command-line.js';
import { formatTime } from './options.js';

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

export interface LedgerAcceptFaultOptions {
  readonly operator?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

const LONGEST_NAME = 64;
const LONGEST_REASON = 1_024;

const REFUSALS: Readonly<Record<NotAccepted, string>> = {
  'no such fault': 'ledger:verify does not find this fault now, so there is nothing to set aside.',
  'never accepted': 'A missing or damaged file, an anchor and a checkpoint are put right, and not set aside.',
  'the same operator': 'You have signed already: another operator runs the same command.',
  'accepted already': 'Two operators have set this fault aside already.',
  'no reason': 'The first operator says why it is harmless: --reason.',
  'not signed by us': 'The first signature was not made under a key of this installation: somebody wrote it into the database.',
};

/** Two operators set a known fault aside, one after the other. */
export function ledgerAcceptFault(cli: CommandLine, digest: string, options: LedgerAcceptFaultOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const operator = given(options.operator, '--operator', LONGEST_NAME);
    const reason = options.reason === undefined ? '' : given(options.reason, '--reason', LONGEST_REASON);
    const result = await (await context.get(AcceptFault)).execute(digest, operator, reason);
    if (typeof result === 'string') throw new CommandError(REFUSALS[result]);
    return { data: result, lines: describeAccepted(result), ok: true };
  });
}

function given(text = '', option: string, longest: number): string {
  const value = text.trim();
  if (value === '' || value.length > longest) throw new UsageError(`${option} has 1 to ${longest} characters.`);
  return value;
}

function describeAccepted({ exception, isAccepted }: AcceptedFault): string[] {
  return [
    isAccepted
      ? pc.green('Set aside: ledger:verify is quiet about exactly this.')
      : pc.yellow('Signed. It is a fault until another operator runs the same command.'),
    ...table([
      ['Row', pc.bold(`${exception.table} ${exception.key}`)],
      ['Column', exception.column],
      ['Expected', exception.expected],
      ['Found', exception.found],
      ['Reason', exception.reason],
      ...exception.signatures.map(({ operator, signedAt }): [string, string] => [
        'Signed',
        `${operator}, ${formatTime(signedAt)}`,
      ]),
    ]),
  ];
}

export interface LedgerAcceptLossOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Lists the commands that a stale copy of the database lacks; with confirmation, accepts the loss. */
export function ledgerAcceptLoss(cli: CommandLine, options: LedgerAcceptLossOptions): Promise<void> {
  return cli.run(options, async (context) => {
    const report = await (await context.get(AcceptLoss)).execute(options.yes === true);
    return { data: report, lines: describeLoss(report), ok: !report.lost || report.accepted };
  });
}

function describeLoss({ head, lost, commands, accepted }: LossReport): string[] {
  if (!lost) return [`${pc.green('Nothing is lost.')} The chain ends with batch ${head.batchNo}`];
  return [
    pc.red('The database lacks money movements that were acknowledged.'),
    ...table([
      ['Acknowledged up to', `batch ${lost.batchNo}, ${formatTime(lost.writtenAt)} (Lagos)`],
      ['The chain ends with', `batch ${head.batchNo}`],
    ]),
    commands.length > 0
      ? 'Acknowledged and not in the database, as remembered beside this process (scope, action, key):'
      : 'Which ones is not remembered beside this process.',
    ...commands.map(({ scope, action, key, at }) => `${formatTime(at)}  ${scope}  ${action}  ${key}`),
    accepted ? pc.green('Accepted: money moves again.') : 'Restore the right database, or accept this one with --yes.',
  ];
}
