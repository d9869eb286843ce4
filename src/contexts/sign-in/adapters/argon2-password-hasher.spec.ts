import { createHook } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { Argon2PasswordHasher, NOBODYS_HASH } from './argon2-password-hasher.js';

describe('Argon2PasswordHasher', () => {
  it('hashes with the configured cost and verifies only the same password', async () => {
    const hasher = new Argon2PasswordHasher();
    const hash = await hasher.hash('Correct-horse-7');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'Correct-horse-7')).toBe(true);
    expect(await hasher.verify(hash, 'correct-horse-7')).toBe(false);
    expect(await hasher.hash('Correct-horse-7')).not.toBe(hash);
  });

  it('does the same work to verify without a stored hash', async () => {
    const hasher = new Argon2PasswordHasher();
    const hash = await hasher.hash('Correct-horse-7');
    const costOf = (text: string) => text.split('$').slice(1, 4);
    expect(costOf(NOBODYS_HASH)).toEqual(costOf(hash));
    const worksOf = async (known: string | undefined) => {
      let works = 0;
      // Native work on another thread has a resource without a name.
      const hook = createHook({ init: (_id, type) => void (works += Number(type === 'undefined')) }).enable();
      expect(await hasher.verify(known, 'Not-the-one-9')).toBe(false);
      hook.disable();
      return works;
    };
    expect([await worksOf(hash), await worksOf(undefined)]).toEqual([1, 1]);
  });

  it('rejects with sign_in.busy when the queue is full and recovers afterwards', async () => {
    const hasher = new Argon2PasswordHasher({ maxConcurrent: 1, maxQueued: 2, maxWaitMs: 10_000 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('Correct-horse-7')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(results.at(-1)).toMatchObject({ reason: { failure: 'sign_in.busy', kind: 'unavailable' } });
    expect(await hasher.hash('Correct-horse-7')).toMatch(/^\$argon2id/);
  });

  it('does not block the event loop', async () => {
    const hasher = new Argon2PasswordHasher({ maxConcurrent: 1, maxQueued: 100, maxWaitMs: 10_000 });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await Promise.all(Array.from({ length: 8 }, () => hasher.hash('Correct-horse-7')));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(8);
  });
});
