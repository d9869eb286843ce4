import { describe, expect, it } from 'vitest';
import { InvalidatingCache, CacheInvalidator } from './invalidating-cache.js';

class ManualCacheInvalidator extends CacheInvalidator {
  isConnected = true;

  publish(keys: readonly string[]): Promise<void> {
    this.invalidate(keys);
    return Promise.resolve();
  }

  missed(): void {
    this.invalidateAll();
  }
}

function setUp(ttlMs = 60_000) {
  const invalidator = new ManualCacheInvalidator();
  const store = new Map([
    ['a', { version: 1 }],
    ['b', { version: 1 }],
  ]);
  const reads: string[][] = [];
  const blocked: (() => void)[] = [];
  const gate = { closed: false };
  const unit = { inUnit: false };
  const cache = new InvalidatingCache(
    unit,
    invalidator,
    async (keys) => {
      reads.push(keys);
      const found = new Map(keys.flatMap((key) => (store.has(key) ? [[key, { ...store.get(key)! }] as const] : [])));
      if (gate.closed) await new Promise<void>((resolve) => blocked.push(resolve));
      return found;
    },
    { max: 10, ttlMs },
  );
  return { cache, invalidations: invalidator, store, reads, held: blocked, gate, unit };
}

describe('InvalidatingCache', () => {
  it('loads concurrent keys with one query and then answers from memory', async () => {
    const { cache, reads } = setUp();
    const found = await Promise.all([cache.get('a'), cache.get('b'), cache.get('a'), cache.get('none')]);
    expect(found).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }, undefined]);
    expect(reads).toEqual([['a', 'b', 'none']]);
    expect(cache.get('a')).toEqual({ version: 1 });
    expect(reads).toHaveLength(1);
    await cache.get('none');
    expect(reads).toHaveLength(2);
  });

  it('loads a key again after its invalidation', async () => {
    const { cache, invalidations: invalidator, store } = setUp();
    await cache.get('a');
    store.set('a', { version: 2 });
    expect(cache.get('a')).toEqual({ version: 1 });
    await invalidator.publish(['a', 'unheard-of']);
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('does not keep a value read before an invalidation that arrived first', async () => {
    const { cache, invalidations: invalidator, store, held: blocked, gate } = setUp();
    gate.closed = true;
    const early = cache.get('a');
    await expect.poll(() => blocked.length).toBe(1);
    gate.closed = false;
    store.set('a', { version: 2 });
    await invalidator.publish(['a']);
    expect(await cache.get('a')).toEqual({ version: 2 });
    blocked[0]!();
    expect(await early).toEqual({ version: 1 });
    expect(cache.get('a')).toEqual({ version: 2 });
  });

  it('passes the cache by while invalidations may be missed', async () => {
    const { cache, invalidations: invalidator, reads } = setUp();
    await cache.get('a');
    invalidator.isConnected = false;
    await cache.get('a');
    await cache.get('a');
    expect(reads).toHaveLength(3);
    invalidator.missed();
    invalidator.isConnected = true;
    await cache.get('a');
    expect(reads).toHaveLength(4);
    expect(cache.get('a')).toEqual({ version: 1 });
  });

  it('drops an entry after its time to live', async () => {
    const { cache, store } = setUp(20);
    await cache.get('a');
    store.set('a', { version: 2 });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('reads and keeps nothing of the cache inside a unit of work', async () => {
    const { cache, store, held: blocked, gate, unit } = setUp();
    gate.closed = true;
    const other = cache.get('a');
    await expect.poll(() => blocked.length).toBe(1);
    gate.closed = false;
    store.set('a', { version: 2 });
    unit.inUnit = true;
    expect(await cache.get('a')).toEqual({ version: 2 });
    unit.inUnit = false;
    blocked[0]!();
    expect(await other).toEqual({ version: 1 });
    expect(cache.get('a')).toEqual({ version: 1 });
    unit.inUnit = true;
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('loads again after a failed read', async () => {
    const invalidator = new ManualCacheInvalidator();
    let isDown = true;
    const read = (keys: string[]) =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, { key }])));
    const cache = new InvalidatingCache({ inUnit: false }, invalidator, read, { max: 10, ttlMs: 60_000 });
    await expect(cache.get('a')).rejects.toThrow('down');
    isDown = false;
    expect(await cache.get('a')).toEqual({ key: 'a' });
  });
});
