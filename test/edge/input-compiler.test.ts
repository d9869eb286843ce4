import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileInput } from '../../src/platform/http/input-compiler.js';
import {
  Amount,
  Base64,
  Before,
  Choice,
  Count,
  Email,
  fieldsOf,
  Flag,
  ListOf,
  LongText,
  NoInput,
  Optional,
  RequestType,
  Switches,
  Text,
} from '../../src/platform/http/input.decorators.js';

class OneOfEach {
  @Text() text: string;
  @Text({ min: 3, max: 5, pattern: /^[a-z😀]+$/u }) word: string;
  @LongText() story: string;
  @Email() email: string;
  @Amount() amount: number;
  @Choice(['low', 'high']) pitch: string;
  @RequestType(['mk', 'all']) rqtp: string;
  @Count({ min: 1, max: 100 }) count: number;
  @Flag() flag: boolean;
  @Before() page: number;
}

const VALID: Readonly<Record<string, unknown>> = {
  text: 'x',
  word: 'abc',
  story: 'x'.repeat(10_000),
  email: 'ada@example.com',
  amount: 50,
  pitch: 'low',
  rqtp: 'mk',
  count: 7,
  flag: true,
  page: '1790000000000',
};

const NAMES = Object.keys(VALID);
const readAll = compileInput(OneOfEach);
const readOne = (name: string, value: unknown) => readAll({ ...VALID, [name]: value });
const accepted = (name: string, value: unknown) => {
  const read = readOne(name, value);
  return 'input' in read ? (read.input as Record<string, unknown>)[name] : read;
};

describe('input fields', () => {
  it('keep the order of their declaration', () => {
    expect(fieldsOf(OneOfEach).map(({ name }) => name)).toEqual(NAMES);
  });

  it('are inherited, those of the parent first', () => {
    class Child extends OneOfEach {
      @Text() child: string;
    }
    expect(fieldsOf(Child).map(({ name }) => name)).toEqual([...NAMES, 'child']);
    expect(fieldsOf(OneOfEach)).toHaveLength(NAMES.length);
  });

  it('are checked in that order, and the first error is reported', () => {
    for (const [place, name] of NAMES.entries()) {
      const missingFromHere = Object.fromEntries(NAMES.slice(0, place).map((before) => [before, VALID[before]]));
      expect(readAll(missingFromHere)).toEqual({ field: name, fault: 'missing' });
    }
    expect(readAll({ ...VALID, word: 'x', text: 1 })).toEqual({ field: 'text', fault: 'invalid', accepted: expect.any(String) });
  });

  it('that are not declared are dropped', () => {
    expect(readAll({ ...VALID, other: 1, toString: 2 })).toEqual(readAll(VALID));
    expect(compileInput(NoInput)({ other: 1 })).toEqual({ input: new NoInput() });
  });

  it('are not taken from the prototype', () => {
    const inherited = Object.create(VALID) as Record<string, unknown>;
    expect(readAll(inherited)).toEqual({ field: 'text', fault: 'missing' });
  });

  it('arrive in an instance of the class', () => {
    const read = readAll(VALID);
    expect('input' in read && read.input).toBeInstanceOf(OneOfEach);
  });
});

describe.each(NAMES)('%s', (name) => {
  it.each([undefined, null, '', ' ', '\t\n'])('is missing when it is %j', (value) => {
    expect(readOne(name, value)).toEqual({ field: name, fault: 'missing' });
  });

  it('refuses invalid values, and never throws', () => {
    const hostile = [
      {},
      [],
      { toString: 1 },
      { valueOf: 1, toString: null },
      Object.create(null),
      ['x'],
      [50],
      Number.NaN,
      () => 'x',
    ];
    for (const value of hostile) {
      expect(readOne(name, value)).toMatchObject({ field: name, fault: name === 'rqtp' ? 'unsupported' : 'invalid' });
    }
  });

  it('agrees with class-validator on accepted values', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        'low',
        'HIGH',
        'mk',
        'all',
        'abc',
        'abcdef',
        'a😀b',
        '😀😀😀',
        '☎️☎️☎️☎️☎️',
        'ada@example.com',
        'Ada@Example.COM',
        'a@b',
      ),
      fc.emailAddress(),
      fc.integer().map(String),
      fc.constantFrom('1790000000', '1790000000000', '17900000000', 'true', 'false', '50.5', '0.001', 'x'.repeat(10_001)),
    );
    const values = fc.oneof(texts, fc.integer(), fc.double(), fc.boolean(), fc.bigInt(), fc.anything());
    fc.assert(
      fc.property(values, (value) => {
        const read = readOne(name, value);
        if (!('input' in read)) return;
        // What was let through passes the decorators, and reading it again changes nothing.
        expect(validateSync(read.input, { skipMissingProperties: true })).toEqual([]);
      }),
      { numRuns: 150 },
    );
    const mark = fieldsOf(OneOfEach).find((field) => field.name === name)!;
    fc.assert(
      fc.property(values, (value) => {
        const normal = mark.normalise(value);
        fc.pre(normal !== undefined && value !== null && !(typeof value === 'string' && value.trim() === ''));
        const faults = validateSync(Object.assign(new OneOfEach(), { [name]: normal }), { skipMissingProperties: true });
        const refused = faults.some(({ property }) => property === name);
        expect('input' in readOne(name, value), JSON.stringify(normal)).toBe(!refused);
      }),
      { numRuns: 150 },
    );
  });
});

describe('values', () => {
  it.each([
    ['text', '  Ada  ', 'Ada'],
    ['text', 'x'.repeat(255), 'x'.repeat(255)],
    ['word', ' abc ', 'abc'],
    ['email', ' Ada.Obi+x@Example.COM ', 'ada.obi+x@example.com'],
    ['amount', '50.5', 5050],
    ['amount', 0.07, 7],
    ['pitch', ' high ', 'high'],
    ['count', ' 42 ', 42],
    ['count', 42, 42],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', false, false],
    ['page', '1790000000', 1_790_000_000_000],
    ['page', '1790000000123', 1_790_000_000_123],
    ['page', 1_790_000_000_123, 1_790_000_000_123],
  ])('%s %j is %j', (name, value, expected) => expect(accepted(name, value)).toEqual(expected));

  it.each([
    ['text', 'x'.repeat(256)],
    ['text', 'a\0b'],
    ['text', 1],
    ['word', 'ab'],
    ['word', 'abcdef'],
    ['word', 'ABC'],
    ['story', 'x'.repeat(10_001)],
    ['email', 'ada'],
    ['email', 'ada@'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['email', 'ada@example.com\nbcc: eve@example.com'],
    ['email', 'Ada <ada@example.com>'],
    ['pitch', 'LOW'],
    ['count', 0],
    ['count', 101],
    ['count', 1.5],
    ['count', '1.5'],
    ['count', '1e1'],
    ['count', '0x10'],
    ['flag', 1],
    ['flag', 'yes'],
    ['flag', 'TRUE'],
    ['flag', 'constructor'],
    ['page', '179000000'],
    ['page', '9999999999999'],
    ['page', '0000000000'],
    ['page', '-179000000'],
    ['page', '17900000000.0'],
    ['page', ['1790000000']],
  ])('%s refuses %j', (name, value) => expect(readOne(name, value)).toMatchObject({ field: name, fault: 'invalid' }));

  it('a refused choice names the values that are allowed', () => {
    expect(readOne('pitch', 'LOW')).toEqual({ field: 'pitch', fault: 'invalid', accepted: 'allowed: low, high' });
  });

  it('an unknown request type has its own error', () => {
    expect(readOne('rqtp', 'everything')).toMatchObject({ field: 'rqtp', fault: 'unsupported' });
  });
});

describe('optional field', () => {
  class Relaxed {
    @Optional() @Text() note?: string;
    @Optional() @Choice(['low', 'high'], { default: 'low' }) pitch?: string;
    @Optional() @Count({ default: 10 }) pnum?: number;
    @Optional() @Text() rqvl?: string;
    @Optional() @Before() page?: number;
  }
  const read = compileInput(Relaxed);

  it.each([{}, { note: '', pitch: null, pnum: ' ' }, { rqvl: false, page: false }, { rqvl: 'false', page: 'false' }])(
    '%j means absent, or the default',
    (raw) => expect(read(raw)).toEqual({ input: { pitch: 'low', pnum: 10 } }),
  );

  it('is checked where it is present', () => {
    expect(read({ note: 1 })).toMatchObject({ field: 'note', fault: 'invalid' });
    expect(read({ page: 'x' })).toMatchObject({ field: 'page', fault: 'invalid' });
    expect(read({ rqvl: true })).toMatchObject({ field: 'rqvl', fault: 'invalid' });
  });

  it('false means absent only for documented parameters', () => {
    expect(read({ note: 'false' })).toMatchObject({ input: { note: 'false' } });
  });
});

describe('bytes and lists', () => {
  class Attachment {
    @Text() name: string;
    @Base64() bytes: Buffer;
  }
  class Letter {
    @ListOf(Attachment, { max: 2 }) attachments: Attachment[];
  }
  const read = compileInput(Letter);
  const attachment = { name: ' a.txt ', bytes: 'aGVsbG8=' };

  it('arrive as buffers and as instances', () => {
    const result = read({ attachments: [attachment, { ...attachment, other: 1 }] });
    const { attachments } = ('input' in result ? result.input : {}) as Letter;
    expect(attachments).toHaveLength(2);
    expect(attachments[0]).toBeInstanceOf(Attachment);
    expect(attachments[1]).toEqual({ name: 'a.txt', bytes: Buffer.from('hello') });
    expect(read({ attachments: [] })).toEqual({ input: { attachments: [] } });
  });

  it.each([
    ['no list', attachment],
    ['a text', 'a.txt'],
    ['too many', [attachment, attachment, attachment]],
    ['an entry that is none', [attachment, null]],
    ['an entry that is a text', ['a.txt']],
    ['an entry without a field', [{ name: 'a.txt' }]],
    ['an entry of arrays', [[]]],
    ['base64 without padding', [{ ...attachment, bytes: 'aGVsbG8' }]],
    ['base64 of URLs', [{ ...attachment, bytes: '-_-_' }]],
    ['base64 in lines', [{ ...attachment, bytes: 'aGVs\nbG8=' }]],
    ['base64 with more behind it', [{ ...attachment, bytes: 'aGVsbG8=x' }]],
    ['bytes as a number', [{ ...attachment, bytes: 1 }]],
  ])('refuse %s', (_, attachments) => expect(read({ attachments })).toMatchObject({ field: 'attachments', fault: 'invalid' }));
});

describe('switches', () => {
  class Rights {
    @Switches(['read', 'write', 'valueOf']) rights: string[];
  }
  const read = compileInput(Rights);

  it.each([
    [{ read: 'YES', write: 'NO' }, ['read']],
    [{ write: 'YES', read: 'YES' }, ['write', 'read']],
    [{}, []],
  ])('%j grants %j', (rights, expected) => expect(read({ rights })).toEqual({ input: { rights: expected } }));

  it.each([
    [{ read: 'yes' }],
    [{ read: true }],
    [{ read: '' }],
    [{ other: 'YES' }],
    [{ toString: 'YES' }],
    [['read']],
    [[]],
    ['read'],
    [1],
  ])('refuse %j', (rights) => expect(read({ rights })).toMatchObject({ field: 'rights', fault: 'invalid' }));
});

describe('a refused value', () => {
  it.each([
    ['amount', '1.005', 'an amount with at most two decimals, above 0'],
    ['email', 'nobody', 'an e-mail address of at most 254 characters'],
    ['flag', 'yes', 'true or false'],
    ['pitch', 'LOW', 'allowed: low, high'],
  ])('of %s is told what is accepted', (name, value, text) => expect(readOne(name, value)).toMatchObject({ accepted: text }));
});
