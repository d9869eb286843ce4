import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseClock } from './database.js';

describe('DatabaseClock', () => {
  let monotonic = 10_000;
  /** Database time less the monotonic clock. */
  let offset = 1_700_000_000_000;
  afterEach(() => vi.restoreAllMocks());

  /** A database that takes so long to hear a question and so long to answer it. */
  function clockOf(trip: { there: number; back: number }): DatabaseClock {
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
    return new DatabaseClock(() => {
      monotonic += trip.there;
      const time = monotonic + offset;
      monotonic += trip.back;
      return Promise.resolve(time);
    });
  }
  const truth = () => monotonic + offset;

  it('tells the process time where there is no server', () => {
    vi.spyOn(Date, 'now').mockReturnValue(42);
    expect(new DatabaseClock().now()).toBe(42);
  });

  it('corrects for the round trip, and counts on between measurements', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(42);
    const clock = clockOf({ there: 20, back: 20 });
    await clock.measure();
    expect(clock.now()).toBe(truth());
    monotonic += 3_000;
    expect(clock.now()).toBe(truth());
  });

  it('is not misled by a slow answer, and corrected by a quick one', async () => {
    const trip = { there: 1, back: 1 };
    const clock = clockOf(trip);
    await clock.measure();
    trip.back = 400;
    await clock.measure();
    expect(clock.now()).toBe(truth());
    Object.assign(trip, { there: 0, back: 0 });
    offset += 50;
    await clock.measure();
    expect(clock.now()).toBe(truth());
  });

  it('stands still where it was a little ahead, and never goes back', async () => {
    const clock = clockOf({ there: 0, back: 0 });
    await clock.measure();
    const before = clock.now();
    offset -= 300;
    await clock.measure();
    expect(clock.now()).toBe(before);
    monotonic += 301;
    expect(clock.now()).toBe(truth());
  });

  it('follows a database whose clock was set back', async () => {
    const clock = clockOf({ there: 0, back: 0 });
    await clock.measure();
    clock.now();
    offset -= 3_600_000;
    await clock.measure();
    expect(clock.now()).toBe(truth());
  });
});
