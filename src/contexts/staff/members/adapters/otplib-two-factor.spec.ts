import { describe, expect, it } from 'vitest';
import { OtplibTwoFactor } from './otplib-two-factor.js';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890 in base32, and the last six digits of its codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
];

describe('OtplibTwoFactor', () => {
  const twoFactor = new OtplibTwoFactor();

  it.each(VECTORS)('computes the RFC 6238 code at %i s', (seconds, code) => {
    expect(twoFactor.stepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('accepts a code one step early and one step late', () => {
    const [seconds, code] = VECTORS[3]!;
    const step = Math.floor(seconds / 30);
    const stepOf = (steps: number) => twoFactor.stepOf(SECRET, code, (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(stepOf)).toEqual([undefined, step, step, step, undefined]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '２８７０８２', ' 87082'])('refuses %j, which is not six digits', (code) => {
    expect(twoFactor.stepOf(SECRET, code, 59_000)).toBeUndefined();
  });

  it('draws a key of 160 bits and puts it into the link', () => {
    const secret = twoFactor.drawSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const link = new URL(twoFactor.link(secret, 'ada@example.com'));
    expect([link.protocol, link.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
    expect(decodeURIComponent(link.pathname)).toContain('Harmattan:ada@example.com');
  });
});
