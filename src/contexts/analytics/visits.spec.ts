import { expect, it } from 'vitest';
import { deviceKind } from './visits.js';

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
