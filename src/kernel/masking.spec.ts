import { describe, expect, it } from 'vitest';
import { maskAddress, maskEmail, maskSerial } from './masking.js';

describe('masking', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', ''],
  ])('reduces the address %s to its network', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });

  it.each([
    ['ada@example.com', 'a***@e***.com'],
    ['a@mail.example.ng', 'a***@m***.ng'],
    ['ada@localhost', 'a***@l***'],
    ['😀x@example.com', '😀***@e***.com'],
  ])('reduces %s to its first letters', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it.each([
    ['R58M12ABCDE', '***BCDE'],
    ['1234', '***'],
    ['', '***'],
  ])('reduces the serial %s to its end', (serial, masked) => {
    expect(maskSerial(serial)).toBe(masked);
  });
});
