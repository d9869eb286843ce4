/** Terminal output of the demo: numbered steps, labelled values, and a spinner while waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const POLL_MS = 150;

/** `₦12,500.00`, `−₦500.00` */
export function naira(amount: number): string {
  const digits = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${amount < 0 ? '−' : ''}₦${digits}`;
}

export class Terminal {
  readonly #out = process.stdout;
  #steps = 0;

  title(text: string): void {
    this.#line(`\n${pc.bold(text)}`);
  }

  step(text: string): void {
    this.#line(`\n${pc.cyan(String(++this.#steps).padStart(2))} ${pc.bold(text)}`);
  }

  /** `label  value`, indented under its step. */
  field(label: string, value: string): void {
    this.#line(`   ${pc.dim(label.padEnd(22))} ${value}`);
  }

  success(text: string): void {
    this.#line(`   ${pc.green('✓')} ${text}`);
  }

  failure(text: string): void {
    this.#line(`\n${pc.red('✗')} ${text}`);
  }

  /** Polls `look` until it returns a value; throws after the timeout. */
  async waitFor<T>(what: string, look: () => Promise<T | false | undefined> | T | undefined, timeoutMs = 30_000): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    return this.withSpinner(what, async () => {
      for (;;) {
        const found = await look();
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
        await sleep(POLL_MS);
      }
    });
  }

  /** Shows a spinner on a terminal while `work` runs. */
  async withSpinner<T>(what: string, work: () => Promise<T>): Promise<T> {
    if (!this.#out.isTTY) return work();
    let frame = 0;
    const draw = () => this.#out.write(`\r   ${pc.yellow(FRAMES[frame++ % FRAMES.length])} ${pc.dim(what)}`);
    const timer = setInterval(draw, FRAME_MS);
    draw();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#out.write('\r\x1b[K');
    }
  }

  #line(text: string): void {
    this.#out.write(`${text}\n`);
  }
}
