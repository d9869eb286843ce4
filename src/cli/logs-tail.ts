import { setTimeout as sleep } from 'node:timers/promises';
import { prettyFactory } from 'pino-pretty';
import type { Config } from '../platform/config/config.js';
import { ORIGIN } from '../platform/telemetry/log.js';
import { TelemetryEnvironment } from '../platform/telemetry/telemetry.settings.js';
import { CommandError, UsageError } from './command-error.js';
import type { CommandLine } from './command-line.js';
import { LogReader } from './log-reader.js';
import type { Terminal } from './terminal.js';
import { withoutControlCharacters } from './without-control-characters.js';

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
