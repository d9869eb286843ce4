import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/commands.js';

type Input = Readable & { isTTY?: boolean };

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- every command prints another shape
  readonly json: any;
}

class Paper extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** Runs an operator's command in this process with the given environment. */
export function runCli(environment: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  return startCli(environment, ...args).ended;
}

/** The same with this as its standard input. */
export function runCliWithInput(stdin: Input, environment: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  return start(environment, stdin, args).ended;
}

export interface Running {
  /** What it has printed so far. */
  readonly stdout: string;
  /** As Ctrl-C. */
  interrupt(): void;
  readonly ended: Promise<Ended>;
}

/** A command that goes on until it is interrupted. */
export function startCli(environment: Readonly<Record<string, string>>, ...args: string[]): Running {
  return start(environment, Readable.from([]), args);
}

function start(environment: Readonly<Record<string, string>>, stdin: Input, args: readonly string[]): Running {
  const [stdout, stderr] = [new Paper(), new Paper()];
  const controller = new AbortController();
  const interrupted = controller.signal;
  const run = runCommandLine(['node', 'harmattan', ...args], { environment, stdin, stdout, stderr, interrupted });
  const ended = run.then((exitCode) => ({
    exitCode,
    stdout: stdout.text,
    stderr: stderr.text,
    get json() {
      return JSON.parse(stdout.text) as unknown;
    },
  }));
  return {
    get stdout() {
      return stdout.text;
    },
    interrupt: () => controller.abort(),
    ended,
  };
}
