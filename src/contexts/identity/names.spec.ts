import { describe, expect, it } from 'vitest';
import { agreementOf, type PersonNames } from './names.js';

const names = (text: string): PersonNames => {
  const [firstName = '', middleName = '', lastName = ''] = text.split('/');
  return { firstName, middleName, lastName };
};
const agreement = (given: string, found: string) => agreementOf(names(given), names(found));

describe('agreementOf', () => {
  it.each([
    ['the same', 'Ada//Obi', 'ADA//OBI', []],
    ['a middle name more', 'Ada//Obi', 'ADA/NGOZI/OBI', []],
    ['the order', 'Obi//Ada', 'ADA/NGOZI/OBI', ['order']],
    ['marks and apostrophes', 'Yétúndé//O’Neil', 'YETUNDE//ONEIL', []],
    ['a double-barrelled name with a blank', 'Ada//Obi-Eze', 'ADA//OBI EZE', []],
  ])('takes as the same: %s', (_, given, found, notes) => {
    expect(agreement(given, found)).toEqual({ score: 100, notes, isSame: true });
  });

  it.each([
    ['the spelling', 'Oluwaseun//Adeyemi', 'OLUWASHEUN//ADEYEMI', 'spelling', 90, 99],
    ['an initial', 'A//Obi', 'ADA//OBI', 'initials', 90, 99],
    ['another last name', 'Ada//Nwosu', 'ADA//BELLO', 'different', 50, 74],
    ['one half of a name', 'Ada//Obi-Eze', 'ADA//OBI', 'missing', 60, 70],
    ['the middle name in place of the last', 'Ada//Ngozi', 'ADA/NGOZI/OBI', 'missing', 100, 100],
    ['the first name twice', 'Ada//Ada', 'ADA//OBI', 'missing', 50, 80],
    ['nobody', 'Ada//Obi', '//', 'missing', 0, 0],
  ])('leaves to a person, because of %s', (_, given, found, note, least, most) => {
    const { score, notes, isSame } = agreement(given, found);
    expect([isSame, notes]).toEqual([false, expect.arrayContaining([note])]);
    expect(score).toBeGreaterThanOrEqual(least);
    expect(score).toBeLessThanOrEqual(most);
  });
});
