import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePersonName, toPersonName, wordsOf, isSpelledAlmost } from './person-name.js';

describe('person name', () => {
  it.each([
    'Ada',
    'Ọláṣubọ̀mí Grace',
    "O'Brien",
    'N’Golo',
    'Jean-Luc',
    'J. R. R.',
    'Ngozi Okonjo-Iweala',
    '李小龍',
    'محمد',
    'สมชาย',
    'Аделаида Ivanova',
    '山田さくら',
    'Ẹ̀bùn',
    'ʻAolani',
    "'t Hooft",
  ])('takes %s', (name) => {
    expect(parsePersonName(name)).toBe(name.normalize('NFC'));
    expect(toPersonName(name)).toBe(name.normalize('NFC'));
  });

  it('composes letters with their marks and writes one blank between words', () => {
    expect(parsePersonName('Ade\u0301  \u00a0Obi ')).toBe('Adé Obi');
  });

  it.each([
    ['J.R.R. Obi', 'J. R. R. Obi'],
    ['Unblock it at evil.ng', 'Unblock it at evil. ng'],
    ['evil.co.ع', 'evil. co. ع'],
    ['evil.\u0301ng', undefined],
    ["St.-John's.", "St.-John's."],
  ])('of %s is written so that no mail program makes a link of it', (text, name) => {
    expect(parsePersonName(text)).toBe(name);
    expect(toPersonName(text)).toBe(name ?? 'evil. ng');
  });

  it.each([
    'Ada\nObi',
    'Ada\tObi',
    'Ada\u2028Obi',
    '\u202eAda',
    'Ada\u200f',
    'Ada\u2066Obi',
    'A\u200bda',
    'Ada 😀',
    '<b>Ada</b>',
    'Ada & Obi',
    'Ada1',
    'http://example.com',
    'ada@example.com',
    'Ada\u0000',
    "-.'",
    '',
    'A\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
    '\u0301Ada',
    'Аda',
    'Adа Obi',
    'О’Brien',
    'Οbi',
    'Jean-Luс',
    'عda',
  ])('takes no %j', (name) => {
    expect(parsePersonName(name)).toBeUndefined();
  });

  it('leaves out of a foreign name what no name has', () => {
    expect(toPersonName('\u202eAda 😀\r\nObi <3')).toBe('Ada Obi');
    expect(toPersonName('12345')).toBe('');
    expect(toPersonName('\ud800Ada')).toBe('Ada');
    expect(toPersonName('Аda Obi')).toBe('Obi');
  });

  it('takes every name that it makes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = toPersonName(text);
        expect(parsePersonName(name) ?? '').toBe(name);
      }),
    );
  });
});

describe('words of names', () => {
  it.each([
    ['Ɗanjuma Ƙofar-Ɓaƙi', ['danjuma', 'kofar-baki']],
    ['Ƴaraduwa', ['yaraduwa']],
    ["O'Neil", ['oneil']],
    ['O’Neil', ['oneil']],
    ['OʼNeil', ['oneil']],
    ['ONeil', ['oneil']],
    ['Ụzọ́ma Adébáyọ̀', ['uzoma', 'adebayo']],
    ['Ada  ada', ['ada']],
    [' . ', []],
  ])('of %j are %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });
});

describe('isSpelledAlmost', () => {
  it.each([
    ['adaeze', 'adaeze', true],
    ['adaezee', 'adaeze', true],
    ['adaze', 'adaeze', true],
    ['adaexe', 'adaeze', true],
    ['adeyemy', 'adeyemi', true],
    ['adaeez', 'adaeze', true],
    ['daeze', 'adaeze', true],
    ['adezee', 'adaeze', false],
    ['adaexx', 'adaeze', false],
    ['obi', 'obo', false],
    ['obi', 'obi', true],
    ['obii', 'obi', true],
  ])('%s and %s: %s', (word, other, isAlmost) => {
    expect(isSpelledAlmost(word, other)).toBe(isAlmost);
  });
});
