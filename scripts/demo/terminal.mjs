/** Terminal output of the demo: numbered steps, labelled values, and a spinner while waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import pc from 'picocolors';

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 80;
const pollMs = 150;

/** `₦12,500.00`, `−₦500.00` */
export function naira(amount) {
  const digits = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${amount < 0 ? '−' : ''}₦${digits}`;
}

export class Terminal {
  #out;
  #steps = 0;

  constructor(out = process.stdout) {
    this.#out = out;
  }

  title(text) {
    this.#line(`\n${pc.bold(text)}`);
  }

  step(text) {
    this.#line(`\n${pc.cyan(String(++this.#steps).padStart(2))} ${pc.bold(text)}`);
  }

  /** `label  value`, indented under its step. */
  field(label, value) {
    this.#line(`   ${pc.dim(label.padEnd(22))} ${value}`);
  }

  success(text) {
    this.#line(`   ${pc.green('✓')} ${text}`);
  }

  failure(text) {
    this.#line(`\n${pc.red('✗')} ${text}`);
  }

  /** Polls `look` until it returns a value; throws after the timeout. */
  async waitFor(what, look, timeoutMs = 30_000) {
    const deadline = Date.now() + timeoutMs;
    return this.withSpinner(what, async () => {
      for (;;) {
        const found = await look();
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain: ${what}`);
        await sleep(pollMs);
      }
    });
  }

  /** Shows a spinner on a terminal while `work` runs. */
  async withSpinner(what, work) {
    if (!this.#out.isTTY) return work();
    let frame = 0;
    const draw = () => this.#out.write(`\r   ${pc.yellow(frames[frame++ % frames.length])} ${pc.dim(what)}`);
    const timer = setInterval(draw, frameMs);
    draw();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      this.#out.write('\r\x1b[K');
    }
  }

  #line(text) {
    this.#out.write(`${text}\n`);
  }
}
