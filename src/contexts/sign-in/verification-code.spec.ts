import { describe, expect, it } from 'vitest';
import { withSentMail, type SentMail, isOpen, type MailedCode, requestCode, withTries } from './verification-code.js';

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const HOME = '41.58.0.1';
const AWAY = '41.58.0.2';

const request = (previous: MailedCode | undefined, now: number, network = HOME) =>
  requestCode(previous, { email: 'ada@example.com', slot: 'any', purposes: ['reset', 'update'], network, now });
const wrong = (code: MailedCode, network: string, times: number) =>
  Array.from({ length: times }).reduce<MailedCode>((each) => withTries(each, network, 1), code);

describe('requestCode', () => {
  it('lives an hour from the last request; a live code is sent again, an expired or used one replaced', () => {
    const first = request(undefined, NOW);
    const second = request(first, NOW + 50 * MINUTE, AWAY);
    expect(second).toMatchObject({ id: first.id, expires: NOW + 110 * MINUTE });
    expect(isOpen(second, HOME, NOW + 109 * MINUTE)).toBe(true);
    expect(isOpen(second, HOME, NOW + 110 * MINUTE)).toBe(false);
    expect(request(second, NOW + 110 * MINUTE).id).not.toBe(first.id);
    expect(request({ ...second, used: true }, NOW).id).not.toBe(first.id);
  });

  it('of eight letters is not used up by wrong tries', () => {
    const code = wrong(request(undefined, NOW), AWAY, 25);
    expect(isOpen(code, AWAY, NOW)).toBe(true);
    expect(request(code, NOW).id).toBe(code.id);
  });

  it('of six digits is used up by five wrong tries of a network for that network, and by 25 in all', () => {
    const short = (previous?: MailedCode, network = HOME) =>
      requestCode(previous, { email: 'ada@example.com', slot: 'update', purposes: ['update'], network, now: NOW });
    const code = wrong(short(), AWAY, 5);
    expect([isOpen(code, AWAY, NOW), isOpen(code, HOME, NOW)]).toEqual([false, true]);
    const again = short(code, AWAY);
    expect([again.id, isOpen(again, AWAY, NOW)]).toEqual([code.id, true]);
    const spent = ['1', '2', '3', '4', '5'].reduce((each, network) => wrong(each, network, 4), code);
    expect(isOpen(spent, HOME, NOW)).toBe(false);
    const fresh = short(spent);
    expect(fresh.id).not.toBe(code.id);
    expect(fresh.tries).toBe(0);
  });

  it('withTries takes back what was counted before the comparison', () => {
    const code = wrong(request(undefined, NOW), HOME, 4);
    expect(withTries(withTries(code, HOME, 1), HOME, -1)).toMatchObject({ tries: 4, triesByNetwork: code.triesByNetwork });
  });
});

describe('withSentMail', () => {
  const send = (sent: readonly SentMail[], network: string, now: number, isOwners = false) =>
    withSentMail(sent, network, now, isOwners);

  it('allows five an hour for a network, and one more when the first is an hour old', () => {
    let sent: SentMail[] = [];
    for (let count = 0; count < 5; count++) sent = send(sent, HOME, NOW + count * 10 * MINUTE);
    const late = NOW + 50 * MINUTE;
    expect(() => send(sent, HOME, late)).toThrow(
      expect.objectContaining({ failure: 'sign_in.codes_exhausted', retryAfterSeconds: 600 }),
    );
    expect(send(sent, AWAY, late)).toHaveLength(6);
    expect(send(sent, HOME, late + 10 * MINUTE)).toHaveLength(5);
  });

  it('allows twenty an hour in all, which do not count against a network of the owner', () => {
    let sent: SentMail[] = [];
    for (let count = 0; count < 20; count++) sent = send(sent, `10.0.0.${count}`, NOW);
    expect(() => send(sent, HOME, NOW)).toThrow(expect.objectContaining({ failure: 'sign_in.codes_exhausted' }));
    for (let count = 0; count < 5; count++) sent = send(sent, HOME, NOW, true);
    expect(() => send(sent, HOME, NOW, true)).toThrow();
  });
});
