import { describe, expect, it } from 'vitest';
import { drawCode, sendCode, type SentCode } from './verification-code.js';

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;

describe('sendCode', () => {
  it('drawCode draws six digits', () => {
    for (let drawn = 0; drawn < 200; drawn++) expect(drawCode()).toMatch(/^[0-9]{6}$/);
  });

  it('expires after an hour and replaces the previous code', () => {
    const first = sendCode('ada@example.com', undefined, NOW, true);
    expect(first).toMatchObject({ email: 'ada@example.com', expires: NOW + 60 * MINUTE, sent: [NOW] });
    const second = sendCode('ada@example.com', first, NOW + MINUTE, true);
    expect(second.id).not.toBe(first.id);
    expect(second.sent).toEqual([NOW, NOW + MINUTE]);
  });

  it('allows five codes within an hour, and one more when the first is an hour old', () => {
    let code: SentCode | undefined;
    for (let sent = 0; sent < 5; sent++) code = sendCode('ada@example.com', code, NOW + sent * 10 * MINUTE, true);
    const late = NOW + 50 * MINUTE;
    expect(() => sendCode('ada@example.com', code, late, true)).toThrow(
      expect.objectContaining({ failure: 'identity.codes_exhausted', retryAfterSeconds: 600 }),
    );
    expect(sendCode('ada@example.com', code, late + 10 * MINUTE, true).sent).toHaveLength(5);
    expect(sendCode('ada@example.com', code, late, false).sent).toHaveLength(6);
  });
});
