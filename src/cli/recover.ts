import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { type BackupStore, backupStore } from '../platform/backup/backup-store.js';
import { coveredOf, segmentsOf, type Stretch, stretchesFrom } from '../platform/backup/physical/binlog-store.js';
import { chainTo, type FoundBackup, physicalBackups } from '../platform/backup/physical/physical-manifest.js';
import { PrivateMariadb } from '../platform/backup/physical/private-mariadb.js';
import { rebuildData, replayBinlog, type Replayed, ReplayFiles } from '../platform/backup/physical/replay-binlog.js';
import { DamagedBackup } from '../platform/backup/sealed-parts.js';
import { backupSecrets } from '../platform/backup/take-backup.js';
import type { Config } from '../platform/config/config.js';
import { backupUrl } from './backup.js';
import { CommandError, UsageError, type Report, type Terminal } from './terminal.js';
import type { CommandLine } from './command-line.js';
import { isComplete, type VerifiedCopy, verifyCopy } from './restore.js';

/** How long each step of a command takes, in seconds with a digit. */
export class Stopwatch {
  readonly laps = new Map<string, number>();
  private readonly startedAt = performance.now();
  private lappedAt = this.startedAt;

  /** Ends a step. */
  lap(name: string): void {
    const now = performance.now();
    this.laps.set(name, seconds(now - this.lappedAt));
    this.lappedAt = now;
  }

  total(): number {
    return seconds(performance.now() - this.startedAt);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

export interface RecoverOptions {
  readonly from?: string;
  /** Unix ms. */
  readonly until?: number;
  readonly to?: string;
  readonly drill?: boolean;
  readonly json?: boolean;
}

/** The parts of a recovery. */
interface Plan {
  readonly chain: readonly FoundBackup[];
  readonly stretches: readonly Stretch[];
  /** Commits before this are in it. Unix ms by the database's clock. */
  readonly coveredAt: number;
  readonly untilSeconds: number;
}

export function recover(cli: CommandLine, options: RecoverOptions): Promise<void> {
  return cli.run(
    options,
    async ({ config }, terminal) => {
      const url = backupUrl(config, options.from, '--from');
      const data = options.to === undefined ? undefined : emptyFolder(options.to);
      if (!data && !options.drill) throw new UsageError('Say where to: --to a fresh folder, or --drill.');
      const [place, logs] = [backupStore(url, 'physical'), backupStore(url, 'binlog')];
      const startedAt = Date.now();
      const plan = await planOf(config, place, logs, options.until);
      const recovery = new Recovery(cli, config, terminal, place, logs, plan);
      const report = await recovery.into(data);
      return withLoss(report, options, startedAt - plan.coveredAt, data);
    },
    true,
  );
}

function emptyFolder(given: string): string {
  const folder = resolve(given);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new CommandError(`${folder} is not empty: recover into a fresh folder.`);
  return folder;
}

/** @throws CommandError that names what is missing or damaged */
async function planOf(config: Config, place: BackupStore, logs: BackupStore, until = Infinity): Promise<Plan> {
  const secrets = backupSecrets(config);
  const damaged: string[] = [];
  // The binary log counts in seconds.
  const untilSeconds = Math.floor(until / 1_000);
  try {
    const all = await physicalBackups(place, secrets, damaged);
    const last = all.findLast(({ manifest }) => manifest.finishedAt <= untilSeconds * 1_000);
    if (!last) throw new DamagedBackup(`there is no physical backup${all.length > 0 ? ' from before that time' : ''}`);
    const { line, begunAt, binlog } = last.manifest;
    const covered = (await coveredOf(logs, line, secrets)) ?? { ...binlog, at: begunAt };
    const coveredAt = Math.max(covered.at, begunAt);
    if (until !== Infinity && until > coveredAt)
      throw new DamagedBackup(
        `the binary log is copied up to ${timeOf(coveredAt)} only: leave --until out for all that there is`,
      );
    const stretches = stretchesFrom(
      binlog,
      await segmentsOf(logs, { line, file: binlog.file }, secrets, damaged),
      covered,
      untilSeconds,
    );
    return { chain: chainTo(last, all), stretches, coveredAt, untilSeconds };
  } catch (error) {
    if (error instanceof DamagedBackup) throw new CommandError([error.message, ...damaged].join('\n'));
    throw error;
  }
}

/** Builds the copy in steps, each of which is timed. */
class Recovery {
  private readonly watch = new Stopwatch();

  constructor(
    private readonly cli: CommandLine,
    private readonly config: Config,
    private readonly terminal: Terminal,
    private readonly place: BackupStore,
    private readonly logs: BackupStore,
    private readonly plan: Plan,
  ) {}

  /** @param data undefined for a drill */
  async into(data: string | undefined): Promise<Report> {
    const signal = this.cli.interrupted();
    const folder = mkdtempSync(data ? `${data}-recovery-` : join(tmpdir(), 'harmattan-recovery-'));
    try {
      // First, because a damaged piece is found soonest so.
      const files = new ReplayFiles(this.logs, folder, this.plan.untilSeconds);
      const replayed = await files.write(this.plan.stretches);
      const target = data ?? join(folder, 'data');
      await this.rebuild(target, folder, signal);
      this.watch.lap('files');
      const verified = await this.onServer(target, folder, signal, files.paths);
      return this.report(replayed, verified);
    } catch (error) {
      if (data) for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true });
      if (signal.aborted) throw new CommandError('Interrupted: nothing is left of the copy.');
      throw error instanceof DamagedBackup ? new CommandError(error.message) : error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  private async rebuild(data: string, folder: string, signal: AbortSignal): Promise<void> {
    const { chain } = this.plan;
    const progress = this.terminal.progress('Backups');
    const onProgress = (backups: number) => progress.show(backups, chain.length);
    await rebuildData({ place: this.place, chain, data, folder, signal, onProgress }).finally(() => progress.stop());
  }

  private async onServer(data: string, folder: string, signal: AbortSignal, logs: readonly string[]): Promise<VerifiedCopy> {
    // Paths of sockets may have 107 bytes.
    const near = mkdtempSync(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), 'harmattan-socket-'));
    const server = await PrivateMariadb.start(data, near, signal).catch((error: unknown) => {
      rmSync(near, { recursive: true, force: true });
      throw error;
    });
    try {
      await replayBinlog(logs, server.socket, signal);
      this.watch.lap('log');
      const { database, ledger } = this.plan.chain.at(-1)!.manifest;
      const copy = { folder: this.dataFolder(folder), databaseUrl: server.urlOf(database) };
      const verified = await verifyCopy(this.cli, copy, this.config, ledger);
      this.watch.lap('verification');
      return verified;
    } finally {
      await server.stop();
      rmSync(near, { recursive: true, force: true });
    }
  }

  /** Folder with the files of archived postings, which are not in the database. */
  private dataFolder(folder: string): string {
    const [made, uploads] = [join(folder, 'data-dir'), join(this.config.dataDir, 'uploads')];
    mkdirSync(made, { mode: 0o700 });
    if (existsSync(uploads)) symlinkSync(uploads, join(made, 'uploads'));
    return made;
  }

  private report(replayed: Replayed, verified: VerifiedCopy): Report {
    const { chain, coveredAt } = this.plan;
    const { verdict, head } = verified;
    const last = chain.at(-1)!.manifest;
    const complete = isComplete(verified, last.ledger);
    const ok = verdict.ok && complete;
    const seconds = this.watch.total();
    const laps = [...this.watch.laps].map(([name, lap]) => `${name} ${lap} s`).join(', ');
    const increments = chain.length - 1;
    const upTo = replayed.last
      ? `${timeOf(replayed.last.seconds * 1_000)} (${replayed.last.gtid})`
      : `the end of ${last.backup}, ${timeOf(last.finishedAt)}`;
    return {
      ok,
      data: {
        ok,
        isComplete: complete,
        seconds,
        laps: Object.fromEntries(this.watch.laps),
        coveredAt,
        replayed,
        head,
        backups: chain.map(({ manifest }) => manifest.backup),
        verdict,
      },
      lines: [
        ok ? `${pc.green('Recovered')} up to ${upTo} in ${seconds} s: ${laps}` : pc.red('The copy is wrong.'),
        `From ${chain[0]!.manifest.backup}, ${increments} incremental ${increments === 1 ? 'backup' : 'backups'} and ${replayed.transactions} transactions of the binary log`,
        ...(replayed.next
          ? [`The first that was left out is ${replayed.next.gtid} of ${timeOf(replayed.next.seconds * 1_000)}.`]
          : []),
        `${verdict.batches} batches, ${verdict.journals} journals, ${verdict.postings} postings, ${verdict.accounts} accounts up to batch ${head.batchNo}: the ledger is ${verdict.ok ? 'right' : 'wrong'}`,
        ...(complete ? [] : [`Batch ${last.ledger.batchNo} is not as in the backup.`]),
      ],
    };
  }
}

function withLoss(report: Report, options: RecoverOptions, lossMs: number, data: string | undefined): Report {
  const lossSeconds = Math.max(0, Math.round(lossMs / 100) / 10);
  return {
    ...report,
    data: { ...(report.data as object), lossSeconds },
    lines: [
      ...report.lines,
      ...(options.until === undefined ? [`Were the server lost when this began, ${lossSeconds} s at most would be lost.`] : []),
      data
        ? `In ${data}. Before MariaDB starts on it, give it to its user, and read docs/deployment.md on what came after that time.`
        : 'It was a drill: the copy is removed.',
    ],
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
