import { describe, expect, it } from 'vitest';
import { Argon2PasswordHasher } from './argon2-password-hasher.js';

describe('argon2 hashes', () => {
  it('have the agreed cost and fit their password only', async () => {
    const hasher = new Argon2PasswordHasher();
    const hash = await hasher.hash('Correct-horse-7');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'Correct-horse-7')).toBe(true);
    expect(await hasher.verify(hash, 'correct-horse-7')).toBe(false);
    expect(await hasher.hash('Correct-horse-7')).not.toBe(hash);
  });

  it('take as long where there is none', async () => {
    const hasher = new Argon2PasswordHasher();
    const hash = await hasher.hash('Correct-horse-7');
    const fastest = async (known: string | undefined) => {
      const times: number[] = [];
      for (let round = 0; round < 8; round++) {
        const begun = performance.now();
        expect(await hasher.verify(known, 'Not-the-one-9')).toBe(false);
        times.push(performance.now() - begun);
      }
      return Math.min(...times);
    };
    const [withHash, without] = [await fastest(hash), await fastest(undefined)];
    expect(without / withHash).toBeGreaterThan(0.5);
  });

  it('wait in a line that ends somewhere, and go on after it', async () => {
    const hasher = new Argon2PasswordHasher({ atOnce: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('Correct-horse-7')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(results.at(-1)).toMatchObject({ reason: { failure: 'identity.busy', kind: 'unavailable' } });
    expect(await hasher.hash('Correct-horse-7')).toMatch(/^\$argon2id/);
  });

  it('leave the event loop free', async () => {
    const hasher = new Argon2PasswordHasher({ atOnce: 1, waiting: 100 });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 8 }, () => hasher.hash('Correct-horse-7')));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(8);
  });
});
