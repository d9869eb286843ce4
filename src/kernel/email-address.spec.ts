import { describe, expect, it } from 'vitest';
import { emailSkeleton, normaliseEmail, parseNewEmail } from './email-address.js';

describe('parseNewEmail', () => {
  it.each([
    [' Ada@Example.com ', 'ada@example.com'],
    ['ａｄａ@example.com', 'ada@example.com'],
    ['ﬁfi@example.com', 'fifi@example.com'],
    ['rene\u0301@example.com', 'ren\u00e9@example.com'],
    ['иван@example.com', 'иван@example.com'],
    ['иван@пример.com', 'иван@пример.com'],
    ['o.chi-ka+1@example.com', 'o.chi-ka+1@example.com'],
    ['ọlá@example.com', 'ọlá@example.com'],
  ])('takes %s as %s', (given, kept) => expect(parseNewEmail(given)).toBe(kept));

  it.each([
    ['a zero-width space', 'ada\u200b@example.com'],
    ['a zero-width joiner', 'a\u200dda@example.com'],
    ['a soft hyphen', 'a\u00adda@example.com'],
    ['a mark of direction', '\u202eada@example.com'],
    ['an isolate', 'ada\u2066@example.com'],
    ['a variation selector', 'ada\ufe0f@example.com'],
    ['a Hangul filler', 'ada\u3164@example.com'],
    ['a tag', 'ada\u{e0061}@example.com'],
    ['a control character', 'a\u0007da@example.com'],
    ['a blank', 'a da@example.com'],
    ['a Cyrillic letter among Latin ones', '\u0430da@example.com'],
    ['a Greek letter among Latin ones', 'ad\u03b1@example.com'],
    ['an Armenian letter among Latin ones', 'h\u0585me@example.com'],
    ['a Cyrillic letter in the domain', 'ada@ex\u0430mple.com'],
    ['the same in Punycode', 'ada@xn--exmple-4nf.com'],
  ])('refuses %s', (_, given) => expect(parseNewEmail(given)).toBeUndefined());
});

describe('emailSkeleton', () => {
  it.each([
    ['\u0430\u0440\u0435@example.com', 'ape@example.com'],
    ['\u0455\u0441\u043e\u0440\u0435@example.com', 'scope@example.com'],
    ['\u03bd\u03b1\u03bd\u03bf@example.com', 'vavo@example.com'],
    ['ad\u0251@example.com', 'ada@example.com'],
    ['ob\u0131@example.com', 'obi@example.com'],
    ['ada\u200b@example.com', 'ada@example.com'],
    ['a\u2010b@example.com', 'a-b@example.com'],
    ['\uff41da@example.com', 'ada@example.com'],
    ['ada@b\u00fccher.example', 'ada@b\u00fccher.example'],
    ['ada@xn--bcher-kva.example', 'ada@b\u00fccher.example'],
  ])('of %s is %s', (email, skeleton) => expect(emailSkeleton(email)).toBe(skeleton));

  it('tells apart what people tell apart', () => {
    const addresses = ['obi1@example.com', 'obil@example.com', 'obii@example.com', 'marn@example.com', 'mam@example.com'];
    const accented = ['rene@example.com', 'ren\u00e9@example.com', 'иван@example.com'];
    const all = [...addresses, ...accented];
    expect(new Set(all.map(emailSkeleton)).size).toBe(all.length);
    for (const address of addresses) expect(emailSkeleton(address)).toBe(address);
  });

  it('is the same of an address and its normal form', () => {
    for (const email of ['\u0430\u0440\u0435@example.com', 'ｏｂｉ@example.com', 'rene\u0301@example.com'])
      expect(emailSkeleton(normaliseEmail(email))).toBe(emailSkeleton(email));
  });
});
