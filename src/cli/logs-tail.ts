import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prettyFactory } from 'pino-pretty';
import type { Config } from '../platform/config/config.js';
import { ORIGIN } from '../platform/telemetry/log.js';
import { TelemetryEnvironment } from '../platform/telemetry/telemetry.settings.js';
import { CommandError, UsageError, type Terminal, withoutControlCharacters } from './terminal.js';
import type { CommandLine } from './command-line.js';

/** Reads the lines of the log files in a folder in their order, each line once. */
export class LogReader {
  private readonly offsets = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** The complete lines written since the last call; at the first, all of them. */
  async read(): Promise<string[]> {
    const lines: string[] = [];
    for (const file of this.files()) lines.push(...(await this.linesOf(file)));
    return lines;
  }

  private files(): string[] {
    if (!existsSync(this.folder)) return [];
    const numberOf = (name: string) => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0);
    return readdirSync(this.folder)
      .filter((name) => numberOf(name) > 0)
      .toSorted((one, other) => numberOf(one) - numberOf(other));
  }

  private async linesOf(name: string): Promise<string[]> {
    const file = await open(join(this.folder, name));
    try {
      const from = this.offsets.get(name) ?? 0;
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - from)), { position: from });
      const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      this.offsets.set(name, from + end);
      return buffer.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    } finally {
      await file.close();
    }
  }
}

const POLL_MS = 200;

export interface LogsTailOptions {
  readonly reference?: string;
  readonly follow?: boolean;
  readonly lines: number;
  readonly json?: boolean;
}

/** Prints lines of the service's log, as those of an error by its reference. */
export function logsTail(cli: CommandLine, options: LogsTailOptions): Promise<void> {
  // No database is needed.
  return cli.run(options, ({ config }, terminal) => tail(cli, config, terminal, options), true);
}

async function tail(cli: CommandLine, config: Config, terminal: Terminal, options: LogsTailOptions): Promise<undefined> {
  const logDir = config.of(TelemetryEnvironment).logDir(config);
  if (logDir === undefined) throw new UsageError('The log is not in files: set LOG_DIR and restart the service.');
  const reader = new LogReader(logDir);
  const show = options.json ? (line: string) => `${line}\n` : lineOfText(options.reference === undefined);
  const read = async () => (await reader.read()).filter((line) => line.includes(options.reference ?? ''));
  const print = (lines: readonly string[]) => void terminal.stdout.write(lines.map(show).join(''));
  const found = await read();
  print(found.slice(-options.lines));
  if (!options.follow && found.length === 0) throw new CommandError(`No such line in ${logDir}.`);
  const interrupted = cli.interrupted();
  while (options.follow && !interrupted.aborted) {
    await sleep(POLL_MS, undefined, { signal: interrupted }).catch(() => undefined);
    print(await read());
  }
  return undefined;
}

/** One reference has few lines, which are shown field by field. */
function lineOfText(singleLine: boolean): (line: string) => string {
  const pretty = prettyFactory({
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss.l',
    singleLine,
    ...(singleLine ? { ignore: ORIGIN } : {}),
  });
  return (line) => pretty(withoutControlCharacters(line));
}
