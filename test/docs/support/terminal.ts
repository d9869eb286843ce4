import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export type Shell = 'bash' | 'dash' | 'fish' | 'zsh';

/** Interactive, because then comments and history differ from scripts, and without files of the user. */
const ARGUMENTS: Readonly<Record<Exclude<Shell, 'fish'>, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '--noediting', '-is'],
  dash: ['-is'],
  zsh: ['-fis', '+o', 'prompt_sp', '+o', 'prompt_cr'],
};

/** Ends only what hangs, a little sooner than the runner, because this one says what was printed. */
const HANGS_MS = 290_000;
const END = '\u001e';

/** A shell into which blocks are pasted one after the other. */
export class Terminal {
  readonly #child: ChildProcess;
  #output = '';

  constructor(
    private readonly shell: Shell,
    cwd: string,
    env: NodeJS.ProcessEnv,
  ) {
    // Fish reads all of a pipe before it runs a line, so each block is a call of it.
    const reading = shell === 'fish' ? 'dash' : shell;
    this.#child = spawn(reading, ARGUMENTS[reading], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.stdin!.write("PS1='' PS2=''; exec 2>&1\n");
  }

  /** What the block prints on both outputs, and the status of its last command. */
  async paste(code: string): Promise<{ output: string; status: number }> {
    this.#output = '';
    const run = this.shell === 'fish' ? `fish --no-config -c '${code.replaceAll("'", String.raw`'\''`)}'` : code;
    this.#child.stdin!.write(`${run}\nprintf '${END}%s${END}' $?\n`);
    const deadline = AbortSignal.timeout(HANGS_MS);
    for (;;) {
      const [output, status] = this.#output.split(END);
      if (status !== undefined) return { output: output!, status: Number(status) };
      const ended = this.#child.exitCode !== null;
      if (ended || deadline.aborted) throw new Error(`the block ${ended ? 'ended the shell' : 'did not end'}:\n${this.#output}`);
      await once(this.#child.stdout!, 'data', { signal: deadline }).catch(() => undefined);
    }
  }

  /** Pastes what goes on until Ctrl-C. */
  start(code: string): void {
    this.#child.stdin!.write(code);
  }

  get output(): string {
    return this.#output;
  }

  /** Ctrl-C, and the window is closed. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = once(this.#child, 'close');
    // A shell ignores Ctrl-C, and ends with its input.
    this.#child.stdin!.end();
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
      try {
        process.kill(-this.#child.pid!, signal);
      } catch {
        break;
      }
      if (await Promise.race([closed.then(() => true), new Promise((done) => setTimeout(done, 1_000, false))])) break;
    }
  }
}
