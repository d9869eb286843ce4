import { Injectable } from '@nestjs/common';
import { turn } from '../../kernel/timers.js';

/** Counts the work of this process that no answer waits for, so that it ends before the process does. */
@Injectable()
export class Quiescence {
  private running = 0;
  private waiting: (() => void)[] = [];

  /** @returns to be called when the work has ended */
  begin(): () => void {
    let isRunning = true;
    this.running++;
    return () => {
      if (!isRunning) return;
      isRunning = false;
      if (--this.running > 0) return;
      for (const tell of this.waiting.splice(0)) tell();
    };
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Resolves when nothing runs, and what has ended began nothing else. */
  async quiet(): Promise<void> {
    while (this.running > 0) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
      await turn();
    }
  }
}
