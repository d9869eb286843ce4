import type { Grant } from '../../session/profile.js';

/** Opens all proposals; others see what they proposed themselves. */
export const READS_ALL_PROPOSALS: readonly Grant[] = ['otherControl.paymtMethod', 'StatsControl.tradHistory'];
/** Proposes something, and so opens the own ones. */
const PROPOSES: readonly Grant[] = [
  'otherControl.fiatCurency',
  'userControl.allowModify',
  'staffControl.allowCreate',
  'staffControl.allowModify',
];

/** Each opens proposals, some the own ones alone. */
export const READS_PROPOSALS = [...READS_ALL_PROPOSALS, ...PROPOSES];
