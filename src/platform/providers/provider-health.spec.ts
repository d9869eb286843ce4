import { describe, expect, it } from 'vitest';
import { MemoryProviderHealth } from './provider-health.js';

describe('MemoryProviderHealth', () => {
  const at = { now: 0 };
  const health = () => new MemoryProviderHealth({ now: () => at.now });
  const fail = async (provider: MemoryProviderHealth, times: number, everyMs = 0) => {
    for (let time = 0; time < times; time++, at.now += everyMs) await provider.failed('bank');
  };

  it('sets a provider aside after five failures in a row, and no other one', async () => {
    const subject = health();
    await fail(subject, 4);
    expect(await subject.allows('bank')).toBe(true);
    await fail(subject, 1);
    expect(subject.setAside.get('bank')).toBe(1);
    expect([await subject.allows('bank'), await subject.allows('other')]).toEqual([false, true]);
  });

  it('does not count failures that a success or more than a minute parts', async () => {
    const subject = health();
    await fail(subject, 4);
    await subject.succeeded('bank');
    await fail(subject, 4);
    expect(await subject.allows('bank')).toBe(true);
    await subject.succeeded('bank');
    await fail(subject, 9, 15_000);
    expect(await subject.allows('bank')).toBe(true);
  });

  it('lets one request try it again after 30 s, then 60 s, up to five minutes', async () => {
    const subject = health();
    await fail(subject, 5);
    for (const pauseMs of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      at.now += pauseMs - 1;
      expect(await subject.allows('bank')).toBe(false);
      at.now += 1;
      expect(await Promise.all([subject.allows('bank'), subject.allows('bank')])).toEqual([true, false]);
      await subject.failed('bank');
    }
    at.now += 300_000;
    expect(await subject.allows('bank')).toBe(true);
    await subject.succeeded('bank');
    expect([await subject.allows('bank'), await subject.allows('bank')]).toEqual([true, true]);
  });

  it('takes failures of requests that were under way for nothing new', async () => {
    const subject = health();
    await fail(subject, 20);
    at.now += 30_000;
    expect(await subject.allows('bank')).toBe(true);
  });

  it('lets the next request try it where the first one was not sent', async () => {
    const subject = health();
    await fail(subject, 5);
    at.now += 30_000;
    expect(await subject.allows('bank')).toBe(true);
    await subject.released('bank');
    expect([await subject.allows('bank'), await subject.allows('bank')]).toEqual([true, false]);
  });

  it('knows since when it is set aside', async () => {
    const subject = health();
    await fail(subject, 4);
    expect(await subject.setAsideSince('bank')).toBeUndefined();
    await fail(subject, 1);
    const since = at.now;
    at.now += 30_000;
    await subject.allows('bank');
    await subject.failed('bank');
    expect(await subject.setAsideSince('bank')).toBe(since);
    at.now += 60_000;
    await subject.allows('bank');
    await subject.succeeded('bank');
    expect(await subject.setAsideSince('bank')).toBeUndefined();
  });
});
