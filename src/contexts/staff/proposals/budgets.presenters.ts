import type { Block } from '../../abuse/index.js';

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
    status: isBlocked ? 'blocked' : 'counted',
    until: isBlocked && blockedUntil !== undefined ? String(blockedUntil) : '',
    recorded: String(createdAt),
  };
}
