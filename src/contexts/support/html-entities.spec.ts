import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEntities, encodeEntities } from './html-entities.js';

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
