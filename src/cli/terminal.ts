import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import pc from 'picocolors';

/** An expected error whose message is meant for the operator. */
export class CommandError extends Error {}

export class UsageError extends CommandError {}

export interface Report {
  /** Printed by --json. */
  readonly data: unknown;
  /** Printed otherwise. */
  readonly lines: readonly string[];
  /** False sets the exit code for a failure. Default true. */
  readonly ok?: boolean;
}

/** Output of a command: reports on stdout, progress and errors on stderr; colours and progress only on a terminal. */
export class Terminal {
  readonly stdout: Writable;
  private readonly stderr: Writable & { readonly isTTY?: boolean };

  constructor(
    private readonly json: boolean,
    { stdout, stderr }: { readonly stdout: Writable; readonly stderr: Writable },
  ) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  print({ data, lines }: Report): void {
    this.stdout.write(this.json ? `${JSON.stringify(data, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''));
  }

  /** @param error a text for an expected error; anything else is printed with its stack */
  printError(error: unknown): void {
    const text = typeof error === 'string' ? error : ((error as Error).stack ?? String(error));
    if (this.json) this.stdout.write(`${JSON.stringify({ error: text.split('\n', 1)[0] }, null, 2)}\n`);
    this.stderr.write(`${pc.red(text)}\n`);
  }

  /** Prints beside the report. */
  note(text: string): void {
    this.stderr.write(`${pc.yellow(text)}\n`);
  }

  /** A progress bar; silent unless stderr is a terminal. */
  progress(label: string): Progress {
    return new Progress(label, this.stderr, this.stderr.isTTY === true && !this.json);
  }
}

export class Progress {
  private readonly bar: SingleBar | undefined;

  constructor(label: string, stream: Writable, visible: boolean) {
    if (!visible) return;
    const format = `${label} ${pc.cyan('{bar}')} {percentage}% | {value}/{total} | {eta_formatted} left`;
    this.bar = new SingleBar({ format, stream, clearOnComplete: true, hideCursor: true });
  }

  show(done: number, total: number): void {
    if (!this.bar) return;
    if (this.bar.isActive) {
      this.bar.setTotal(total);
      this.bar.update(done);
    } else this.bar.start(total, done);
  }

  stop(): void {
    this.bar?.stop();
  }
}

/** `label  value` lines, values aligned. */
export function table(entries: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...entries.map(([label]) => label.length));
  return entries.map(([label, value]) => `${pc.dim(label.padEnd(width))}  ${value}`);
}

/** For text of other parties: control characters must not reach the operator's terminal. */
export function withoutControlCharacters(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}
