import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { BatchWriter } from './batch-writer.js';

describe('WriteBatch', () => {
  it('writes together what is asked for together, and what came meanwhile next', async () => {
    const written: string[][] = [];
    const later: Promise<void>[] = [];
    const batch = new BatchWriter<string>(async (items) => {
      written.push([...items]);
      if (written.length === 1) later.push(batch.add('c'), batch.add('d'));
    });
    await Promise.all([batch.add('a'), batch.add('b')]);
    await Promise.all(later);
    await batch.add('e');
    expect(written).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('writes no more at once than its limit', async () => {
    const sizes: number[] = [];
    const batch = new BatchWriter<number>(async (items) => void sizes.push(items.length), 3);
    await Promise.all([1, 2, 3, 4, 5, 6, 7].map((item) => batch.add(item)));
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('lets an item that cannot be written fail alone', async () => {
    const written: string[] = [];
    const batch = new BatchWriter<string>(async (items) => {
      if (items.includes('bad')) throw new Error('too long');
      written.push(...items);
    });
    const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => batch.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(written).toEqual(['a', 'b']);
  });

  it('does not write in the unit of work of whoever asked', async () => {
    const unit = new AsyncLocalStorage<string>();
    const units: (string | undefined)[] = [];
    const batch = new BatchWriter<string>(async () => void units.push(unit.getStore()));
    await unit.run('mine', () => batch.add('a'));
    expect(units).toEqual([undefined]);
  });
});
