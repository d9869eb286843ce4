import { describe, expect, it } from 'vitest';
import { wordsOf } from './name-words.js';

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
