import { describe, expect, it } from 'vitest';
import { fits } from './customer-number.js';
import { SANDBOX_LISTING } from './sandbox-listing.js';

describe('numbers of customers in the sandbox', () => {
  it.each([
    ['08031234567', 'required|digits:11', true],
    ['0803123456', 'required|digits:11', false],
    ['+2348031234', 'required|digits:11', false],
    ['4503123456', 'required|digits_between:10,13', true],
    ['4503123456789', 'required|digits_between:10,13', true],
    ['123', 'required|digits_between:10,13', false],
    ['45031234567890', 'required|digits_between:10,13', false],
    ['4503123456x', 'required|digits_between:10,13', false],
    ['ada99', 'required|alpha_num|between:4,20', true],
    ['ada', 'required|alpha_num|between:4,20', false],
    ['ada 99', 'required|alpha_num|between:4,20', false],
    ['', 'required', false],
  ])('fit the rules of an item or do not: %j, %s, %s', (text, rules, expected) => {
    expect(fits(text, rules)).toBe(expected);
  });

  it('have no rule that is not known', () => {
    for (const { validationParams } of SANDBOX_LISTING.items) expect(() => fits('4503123456', validationParams)).not.toThrow();
  });
});
