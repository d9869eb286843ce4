import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntities, encodeEntities } from './faqs.store.js';
import { categoryId, questionKey, retryAfterSeconds, withToggle } from './faqs.js';

describe('HTML entities', () => {
  it('encode HTML markup', () => {
    expect(encodeEntities(`<b class="x">Ada's & Obi's</b>`)).toBe(
      '&lt;b class=&quot;x&quot;&gt;Ada&#39;s &amp; Obi&#39;s&lt;/b&gt;',
    );
  });

  it('decode to the original text, including text that looks like an entity', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...`&<>"'#39;ampltgquo`) }));
    fc.assert(
      fc.property(text, (given) => {
        const stored = encodeEntities(given);
        expect(stored).not.toMatch(/[<>"']/);
        expect(decodeEntities(stored)).toBe(given);
      }),
    );
  });
});

describe('FAQ', () => {
  it.each(['How do I pay?', 'how do I pay', '  How  do I\npay ?!', 'ＨＯＷ do I pay...'])(
    'questionKey is the same for %j',
    (question) => {
      expect(questionKey(question)).toBe('how do i pay');
    },
  );

  it('questionKey distinguishes other questions', () => {
    expect(questionKey('How do I pay?')).not.toBe(questionKey('How do I pay him?'));
  });

  it.each([
    ['Cards & limits', 'cards-limits'],
    ['general', 'general'],
    [' Crédit ', 'credit'],
    ['x'.repeat(300), 'x'.repeat(64)],
    ['&&&', undefined],
  ])('categoryId of %j is %s', (name, id) => {
    expect(categoryId(name)).toBe(id);
  });
});

describe('toggle limit', () => {
  it('allows ten toggles in any minute', () => {
    let times: number[] = [];
    for (let toggle = 0; toggle < 10; toggle++) times = withToggle(times, 1_000_000 + toggle * 1000)!;
    expect(withToggle(times, 1_009_000)).toBeUndefined();
    expect(withToggle(times, 1_059_999)).toBeUndefined();
    expect(retryAfterSeconds(times, 1_030_000)).toBe(30);
    // The first toggle is a minute old: one more fits.
    times = withToggle(times, 1_060_000)!;
    expect(times).toHaveLength(10);
    expect(withToggle(times, 1_060_999)).toBeUndefined();
  });
});
