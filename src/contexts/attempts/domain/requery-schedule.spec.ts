import { describe, expect, it } from 'vitest';
import { nextQueryDelayMs } from './requery-schedule.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the schedule of questions', () => {
  it('is 10 s, 20 s, 40 s, 1 m, 2 m, 5 m, 10 m, every 15 m to 2 h, hourly to 24 h', () => {
    const delays: number[] = [];
    let age = 0;
    for (let delay = nextQueryDelayMs(0, age); delay !== undefined; delay = nextQueryDelayMs(delays.length, age)) {
      delays.push(delay);
      age += delay;
    }
    expect(delays.slice(0, 7)).toEqual([10 * SECOND, 20 * SECOND, 40 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE]);
    const rest = delays.slice(7);
    const quarters = rest.filter((delay) => delay === 15 * MINUTE).length;
    expect(rest).toEqual([...Array<number>(quarters).fill(15 * MINUTE), ...Array<number>(rest.length - quarters).fill(HOUR)]);
    expect(quarters).toBe(7);
    expect(age).toBeGreaterThanOrEqual(24 * HOUR);
    expect(age).toBeLessThan(25 * HOUR);
  });

  it('begins as the provider needs it', () => {
    expect([0, 1, 2].map((queries) => nextQueryDelayMs(queries, 0, [5, 7]))).toEqual([5, 7, 15 * MINUTE]);
  });
});
