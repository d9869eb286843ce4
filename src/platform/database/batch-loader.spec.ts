import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { BatchLoader } from './batch-loader.js';

const make = (limit?: number) => {
  const unit = { inUnit: false };
  const reads: string[][] = [];
  const read = async (keys: string[]) => {
    reads.push(keys);
    if (keys.includes('bad')) throw new Error('no');
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  };
  return { unit, reads, batch: new BatchLoader<string, string>(unit, read, limit) };
};

describe('TickBatch', () => {
  it('reads with one query what is asked for at once, each key once', async () => {
    const { batch, reads } = make();
    expect(await Promise.all(['a', 'b', 'a', 'none'].map((key) => batch.get(key)))).toEqual(['A', 'B', 'A', undefined]);
    expect(await batch.get('a')).toBe('A');
    expect(reads).toEqual([['a', 'b', 'none'], ['a']]);
  });

  it('asks for no more at once than its limit', async () => {
    const { batch, reads } = make(2);
    await Promise.all(['a', 'b', 'c'].map((key) => batch.get(key)));
    expect(reads).toEqual([['a', 'b'], ['c']]);
  });

  it('tells everybody when the query fails, and goes on', async () => {
    const { batch } = make();
    const results = await Promise.allSettled([batch.get('a'), batch.get('bad')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batch.get('a')).toBe('A');
  });

  it('lets a unit of work read by itself, at once', async () => {
    const { batch, reads, unit } = make();
    const shared = batch.get('a');
    unit.inUnit = true;
    expect(await batch.get('b')).toBe('B');
    unit.inUnit = false;
    await shared;
    expect(reads).toEqual([['b'], ['a']]);
  });

  it('reads in the context of nobody who asked', async () => {
    const context = new AsyncLocalStorage<string>();
    const contexts: (string | undefined)[] = [];
    const batch = new BatchLoader<string, string>(
      { inUnit: false },
      async () => {
        contexts.push(context.getStore());
        return new Map();
      },
      2,
    );
    await context.run('mine', () => batch.get('a'));
    await context.run('mine', () => Promise.all([batch.get('b'), batch.get('c')]));
    expect(contexts).toEqual([undefined, undefined]);
  });
});
