import { describe, expect, it } from 'vitest';
import { visibleStatuses } from './tutorials.js';

describe('visibleStatuses', () => {
  it.each([
    ['browsing', false, ['published']],
    ['search', false, ['published', 'archived']],
    ['id', false, ['published', 'archived']],
    ['browsing', true, ['draft', 'published', 'archived']],
    ['search', true, ['draft', 'published', 'archived']],
    ['id', true, ['draft', 'published', 'archived']],
  ] as const)('by %s (drafts: %s) are %j', (way, seesDrafts, statuses) => {
    expect(visibleStatuses(way, seesDrafts)).toEqual(statuses);
  });
});
