import { describe, expect, it } from 'vitest';
import { faultOfNumber } from './customer-number.js';

describe('the number of a customer', () => {
  it.each([
    ['08031234567', 'required|digits:11', undefined],
    ['0803123456', 'required|digits:11', 'must have 11 digits and nothing else'],
    ['4503123456', 'required|digits_between:10,13', undefined],
    ['4503123456789', 'required|digits_between:10,13', undefined],
    ['45031234567890', 'required|digits_between:10,13', 'must have 10 to 13 digits and nothing else'],
    ['4503123456x', 'required|digits_between:10,13', 'must have 10 to 13 digits and nothing else'],
    ['<b>', 'required|digits_between:10,13', 'must have 10 to 13 digits and nothing else'],
    ['٤٥٠٣١٢٣٤٥٦', 'digits:10', 'must have 10 digits and nothing else'],
    ['ada99', 'required|alpha_num|between:4,20', undefined],
    ['ada', 'required|alpha_num|between:4,20', 'must have 4 to 20 characters'],
    ['ada 99', 'required|alpha_num|between:4,20', 'must have letters and digits only'],
    ['a-b_9', 'alpha_dash', undefined],
    ['a.b', 'alpha_dash', 'must have letters, digits, dashes and underscores only'],
    ['abc', 'alpha', undefined],
    ['ab1', 'alpha', 'must have letters only'],
    ['1.5', 'integer', 'must be a whole number'],
    ['1.5', 'numeric', undefined],
    ['x', 'numeric', 'must be a number'],
    ['abcd', 'min:5', 'must have at least 5 characters'],
    ['abcdef', 'max:5', 'must have at most 5 characters'],
    ['4', 'numeric|min:5', 'must be at least 5'],
    ['6', 'numeric|max:5', 'must be at most 5'],
    ['abc', 'size:4', 'must have 4 characters'],
    ['123', 'min_digits:4', 'must have at least 4 digits and nothing else'],
    ['12345', 'max_digits:4', 'must have at most 4 digits and nothing else'],
    ['c', 'in:a,b', 'must be one of a, b'],
    ['a', 'not_in:a,b', 'must not be one of a, b'],
    ['081', 'starts_with:070,080', 'must begin with 070 or 080'],
    ['081', 'ends_with:2', 'must end with 2'],
    ['A12', 'required|regex:/^(A|B)[0-9]{1,3}$/i|max:4', undefined],
    ['C12', 'required|regex:/^(A|B)[0-9]{1,3}$/i|max:4', 'must have the form ^(A|B)[0-9]{1,3}$'],
    ['A1234', 'required|regex:/^(A|B)[0-9]{1,9}$/|max:4', 'must have at most 4 characters'],
    ['B', 'not_regex:/^B/', 'must not have the form ^B'],
    ['a@b', 'email', 'must be an e-mail address'],
    ['', 'required', 'is missing'],
    ['7', '', undefined],
  ])('%j is held against %s', (text, rules, fault) => {
    expect(faultOfNumber(text, rules)).toBe(fault);
  });

  it('is left to the provider by rules that nobody here knows', () => {
    for (const rules of ['exists:meters', 'string', 'nullable|luhn', 'regex:/(/', 'digits', 'digits:many'])
      expect(faultOfNumber('7', rules)).toBeUndefined();
  });
});
