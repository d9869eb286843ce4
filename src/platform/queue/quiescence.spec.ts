import { expect, it } from 'vitest';
import { turn } from '../../kernel/timers.js';
import { Quiescence } from './quiescence.js';

it('is quiet when all work has ended, also what other work began at its end', async () => {
  const quiescence = new Quiescence();
  await quiescence.quiet();
  const ended: string[] = [];
  const last = quiescence.begin();
  const first = quiescence
    .during(async () => {
      await turn();
      ended.push('first');
    })
    .then(() => quiescence.during(async () => void ended.push('what follows')));
  const quiet = quiescence.quiet().then(() => ended.push('quiet'));
  await first;
  await turn();
  ended.push('last');
  last();
  // Twice is once.
  last();
  await quiet;
  expect(ended).toEqual(['first', 'what follows', 'last', 'quiet']);
});

it('counts work that fails until it has', async () => {
  const quiescence = new Quiescence();
  await expect(quiescence.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await quiescence.quiet();
});
