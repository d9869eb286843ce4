import { describe, expect, it } from 'vitest';
import { dayOfRecord, recordOf } from './records.js';

describe('records of authorities', () => {
  it.each([
    ['1990-04-12', '1990-04-12'],
    ['12-Apr-1990', '1990-04-12'],
    ['01 OCT 1960', '1960-10-01'],
    ['24-09-1989', '1989-09-24'],
    ['NaN-NaN-NaN', undefined],
    ['Not Available', undefined],
    ['31-02-1990', undefined],
    ['', undefined],
    [19900412, undefined],
  ])('have the day %j', (text, day) => {
    expect(dayOfRecord(text)).toBe(day);
  });

  it('have names as accounts write them, and none in the place of nothing', () => {
    expect(
      recordOf({ first: 'ADA', middle: 'Not Available', last: 'OBI-EZE', birth: '12-Apr-1990', nin: '12345678901' }),
    ).toEqual({
      firstName: 'Ada',
      lastName: 'Obi-Eze',
      birth: '1990-04-12',
      nin: '12345678901',
    });
    expect(recordOf({ first: 'Not Available', last: 'OBI', birth: '' })).toBeUndefined();
  });
});
