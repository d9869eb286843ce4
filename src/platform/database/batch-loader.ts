import { soon } from '../../kernel/timers.js';
import type { Database } from './database.js';
import { outsideTransaction } from './outside-transaction.js';

/** One query for the keys requested within a turn of the event loop. A unit of work reads separately, to see its own changes and not to deadlock. */
export class BatchLoader<Key, Value> {
  private waiting = new Map<Key, { resolve: (value: Value | undefined) => void; reject: (error: unknown) => void }[]>();

  constructor(
    private readonly database: Pick<Database, 'inUnit'>,
    private readonly read: (keys: Key[]) => Promise<Map<Key, Value>>,
    private readonly limit = 200,
  ) {}

  async get(key: Key): Promise<Value | undefined> {
    if (this.database.inUnit) return (await this.read([key])).get(key);
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) outsideTransaction(() => soon(() => void this.flush()));
      const entry = this.waiting.get(key);
      if (entry) entry.push({ resolve, reject });
      else this.waiting.set(key, [{ resolve, reject }]);
      if (this.waiting.size >= this.limit) void outsideTransaction(() => this.flush());
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    if (batch.size === 0) return;
    this.waiting = new Map();
    try {
      const found = await this.read([...batch.keys()]);
      for (const [key, callers] of batch) for (const caller of callers) caller.resolve(found.get(key));
    } catch (error) {
      for (const callers of batch.values()) for (const caller of callers) caller.reject(error);
    }
  }
}
