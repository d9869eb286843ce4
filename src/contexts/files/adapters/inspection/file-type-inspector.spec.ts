import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonCheck } from './file-type-inspector.js';

/** Whether it is JSON when it comes in pieces of this many characters. */
function isJson(text: string, size = 7): boolean {
  const check = new JsonCheck();
  for (let place = 0; place < text.length; place += size) check.push(text.slice(place, place + size));
  return check.isJson();
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JsonCheck', () => {
  it.each([
    '{}',
    '[]',
    ' [ ] ',
    '{"a":{"b":[1,-0.5e+10,true,false,null,"x"]}}',
    '"\\u00e9\\n\\\\"',
    '0',
    '-1.5E3',
    'null',
    '[[,{}]',
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    "{'a':1}",
    '[1 2]',
    '01',
    '1.',
    '+1',
    '.5',
    'NaN',
    'tru',
    'nulll',
    '"a',
    '"\\x"',
    '"\\u12g4"',
    '"\n"',
    '[}',
    '{]',
    '[]]',
    '[] []',
    '1 2',
    '{"a":1 "b":2}',
    '{,}',
    '[,]',
    ',',
    ':',
    '"a":1',
    '\ufeff1',
    '[1,2',
    '{"a":1',
    '{"a',
    '[true',
    '-',
    '1e',
    '"\\',
    '[1}',
    '{"a":[}',
  ])('agrees with JSON.parse on %j', (text) => {
    for (const size of [1, 2, 1_000]) expect(isJson(text, size)).toBe(parses(text));
  });

  it('accepts every JSON value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 1, max: 9 }),
        (value, space, size) => {
          expect(isJson(JSON.stringify(value, null, space), size)).toBe(true);
        },
      ),
    );
  });

  it('agrees with JSON.parse on random sequences of tokens', () => {
    const like = fc.array(fc.constantFrom(...'{}[]:," \\u0e1.-tfn'.split(''), 'true', 'null', '"a"', '12', '\n'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(like, (parts) => {
        const text = parts.join('');
        expect(isJson(text)).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('bounds the number of open brackets', () => {
    expect(isJson(`${'['.repeat(500)}${']'.repeat(500)}`)).toBe(true);
    expect(isJson(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toBe(false);
  });

  it('accepts long numbers and strings', () => {
    for (const text of ['1'.repeat(5_000), `"${'a'.repeat(5_000)}"`]) expect(isJson(text)).toBe(true);
  });
});
