import { describe, expect, it } from 'vitest';
import { CoherentCache } from './coherent-cache.js';
import { Invalidations } from './invalidations.js';

class HandInvalidations extends Invalidations {
  isHeard = true;

  publish(keys: readonly string[]): Promise<void> {
    this.forget(keys);
    return Promise.resolve();
  }

  doubt(): void {
    this.forgetAll();
  }
}

function setUp(lifeMs = 60_000) {
  const invalidations = new HandInvalidations();
  const store = new Map([
    ['a', { version: 1 }],
    ['b', { version: 1 }],
  ]);
  const reads: string[][] = [];
  const held: (() => void)[] = [];
  const gate = { closed: false };
  const unit = { inUnit: false };
  const cache = new CoherentCache(
    unit,
    invalidations,
    async (keys) => {
      reads.push(keys);
      const found = new Map(keys.flatMap((key) => (store.has(key) ? [[key, { ...store.get(key)! }] as const] : [])));
      if (gate.closed) await new Promise<void>((resolve) => held.push(resolve));
      return found;
    },
    { max: 10, lifeMs },
  );
  return { cache, invalidations, store, reads, held, gate, unit };
}

describe('a coherent cache', () => {
  it('reads what is asked for at once with one query, and afterwards not at all', async () => {
    const { cache, reads } = setUp();
    const found = await Promise.all([cache.get('a'), cache.get('b'), cache.get('a'), cache.get('none')]);
    expect(found).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }, undefined]);
    expect(reads).toEqual([['a', 'b', 'none']]);
    expect(cache.get('a')).toEqual({ version: 1 });
    expect(reads).toHaveLength(1);
    await cache.get('none');
    expect(reads).toHaveLength(2);
  });

  it('forgets what changed', async () => {
    const { cache, invalidations, store } = setUp();
    await cache.get('a');
    store.set('a', { version: 2 });
    expect(cache.get('a')).toEqual({ version: 1 });
    await invalidations.publish(['a', 'unheard-of']);
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('does not keep what was read before a change and arrived after it', async () => {
    const { cache, invalidations, store, held, gate } = setUp();
    gate.closed = true;
    const early = cache.get('a');
    await expect.poll(() => held.length).toBe(1);
    gate.closed = false;
    store.set('a', { version: 2 });
    await invalidations.publish(['a']);
    expect(await cache.get('a')).toEqual({ version: 2 });
    held[0]!();
    expect(await early).toEqual({ version: 1 });
    expect(cache.get('a')).toEqual({ version: 2 });
  });

  it('trusts nothing while changes might be missed', async () => {
    const { cache, invalidations, reads } = setUp();
    await cache.get('a');
    invalidations.isHeard = false;
    await cache.get('a');
    await cache.get('a');
    expect(reads).toHaveLength(3);
    invalidations.doubt();
    invalidations.isHeard = true;
    await cache.get('a');
    expect(reads).toHaveLength(4);
    expect(cache.get('a')).toEqual({ version: 1 });
  });

  it('lets go after a while even when nobody says anything', async () => {
    const { cache, store } = setUp(20);
    await cache.get('a');
    store.set('a', { version: 2 });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('neither answers a unit of work from memory, nor joins it to a read of others, nor keeps what it saw', async () => {
    const { cache, store, held, gate, unit } = setUp();
    gate.closed = true;
    const other = cache.get('a');
    await expect.poll(() => held.length).toBe(1);
    gate.closed = false;
    store.set('a', { version: 2 });
    unit.inUnit = true;
    expect(await cache.get('a')).toEqual({ version: 2 });
    unit.inUnit = false;
    held[0]!();
    expect(await other).toEqual({ version: 1 });
    expect(cache.get('a')).toEqual({ version: 1 });
    unit.inUnit = true;
    expect(await cache.get('a')).toEqual({ version: 2 });
  });

  it('tries again after a failed read', async () => {
    const invalidations = new HandInvalidations();
    let isDown = true;
    const read = (keys: string[]) =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(new Map(keys.map((key) => [key, { key }])));
    const cache = new CoherentCache({ inUnit: false }, invalidations, read, { max: 10, lifeMs: 60_000 });
    await expect(cache.get('a')).rejects.toThrow('down');
    isDown = false;
    expect(await cache.get('a')).toEqual({ key: 'a' });
  });
});
