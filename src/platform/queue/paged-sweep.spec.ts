import { expect, it } from 'vitest';
import { PagedSweep } from './paged-sweep.js';

it('reaches every row although all of them stay due, and begins again at the end', async () => {
  const due = Array.from({ length: 23 }, (_, row) => row);
  const handedOver: number[][] = [];
  const sweep = new PagedSweep<number>(
    async (last, limit) => due.filter((row) => row > (last ?? -1)).slice(0, limit),
    async (rows) => void handedOver.push([...rows]),
    5,
  );
  await sweep.run(2);
  expect(handedOver.flat()).toEqual(due.slice(0, 10));
  await sweep.run(2);
  await sweep.run(2);
  expect(handedOver.flat()).toEqual(due);
  await sweep.run(2);
  expect(handedOver.flat().slice(23)).toEqual(due.slice(0, 10));
});
