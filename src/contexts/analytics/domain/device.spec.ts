import { describe, expect, it } from 'vitest';
import { deviceKind } from './device.js';
import { maskAddress, maskSerial } from '../../../kernel/masking.js';

describe('visitor device', () => {
  it.each([
    ['197.210.64.17', '197.210.64.0/24'],
    ['2c0f:f5c0:12:34::1', '2c0f:f5c0:12::/48'],
    ['2c0f:f5c0::1', '2c0f:f5c0:0::/48'],
    ['2c0f::1', '2c0f:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['1:2:3:4:5:6:7:8', '1:2:3::/48'],
    ['::3:4:5:6:7:8', '0:0:3::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('of the address %s is %s', (ip, shown) => expect(maskAddress(ip)).toBe(shown));

  it.each([
    ['serial-123456', '***3456'],
    ['12345', '***2345'],
    ['1234', '***'],
    ['', '***'],
  ])('of the serial number %j is %j', (serial, shown) => expect(maskSerial(serial)).toBe(shown));
});

it.each([
  ['mobile', 'mobile'],
  ['Android', 'mobile'],
  ['iOS 19', 'mobile'],
  ['tablet', 'mobile'],
  ['desktop', 'computer'],
  ['Web', 'computer'],
  ['MacBook', 'computer'],
  ['PC', 'computer'],
  ['fridge', 'other'],
])('of type %j is counted as %s', (type, kind) => expect(deviceKind(type)).toBe(kind));
