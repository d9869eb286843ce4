import { describe, expect, it } from 'vitest';
import { categoryId, questionKey } from './faq.js';

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
