import { describe, expect, it } from 'vitest';
import { maskEmail, maskPhone, maskSerial } from './masking.js';

describe('masking', () => {
  it.each([
    ['ada@example.com', 'a***@e***.com'],
    ['a@mail.example.ng', 'a***@m***.ng'],
    ['ada@localhost', 'a***@l***'],
    ['😀x@example.com', '😀***@e***.com'],
  ])('reduces %s to its first letters', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it.each([
    ['+234 803 123 4567', '***4567'],
    ['08031234567', '***4567'],
    ['', '***'],
  ])('reduces the phone number %s to its last four digits', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  it.each([
    ['R58M12ABCDE', '***BCDE'],
    ['1234', '***'],
    ['', '***'],
  ])('reduces the serial %s to its end', (serial, masked) => {
    expect(maskSerial(serial)).toBe(masked);
  });
});
