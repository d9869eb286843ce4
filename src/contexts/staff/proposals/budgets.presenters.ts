import type { ListKeys } from '../../../platform/http/list-keys.js';
import type { Block } from '../../abuse/index.js';

export const BLOCK_KEYS: ListKeys<Block> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    counts: ({ counts }) => counts,
    spent: ({ spent }) => spent,
    effect: ({ beyond }) => beyond,
    status: ({ isBlocked }) => wordOf(isBlocked),
  },
};

export function presentBlock(block: Block) {
  const { id, budget, counts, subjectIs, subject, spent, cap, beyond, isBlocked, blockedUntil, createdAt } = block;
  return {
    marker: id,
    budget,
    counts,
    subject_is: subjectIs,
    subject,
    spent,
    limit: cap,
    effect: beyond,
    status: wordOf(isBlocked),
    until: isBlocked && blockedUntil !== undefined ? String(blockedUntil) : '',
    recorded: String(createdAt),
  };
}

function wordOf(isBlocked: boolean): string {
  return isBlocked ? 'blocked' : 'counted';
}
