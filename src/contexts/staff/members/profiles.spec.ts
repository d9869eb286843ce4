import { expect, it } from 'vitest';
import { relyingPartyOf } from './profiles.js';

it.each([
  ['https://pay.example.com', 'pay.example.com', 'https://pay.example.com'],
  ['https://pay.example.com:8443/wallet', 'pay.example.com', 'https://pay.example.com:8443'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['https://203.0.113.7', '203.0.113.7', 'https://203.0.113.7'],
])('the relying party of %s is %s at %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id, origins: [origin] });
});
