import type { Figures } from './figures.js';

export type DeviceKind = 'mobile' | 'computer' | 'other';

const MOBILE = /mobile|phone|tablet|android|ios|ipad/i;
const COMPUTER = /desktop|computer|laptop|notebook|\bpc\b|mac|windows|linux|web/i;

export function deviceKind(type: string): DeviceKind {
  if (MOBILE.test(type)) return 'mobile';
  return COMPUTER.test(type) ? 'computer' : 'other';
}

export function visitFigures(kind: DeviceKind, visits: number): Partial<Figures> {
  return { newVisitors: visits, mobiles: kind === 'mobile' ? visits : 0, computers: kind === 'computer' ? visits : 0 };
}
