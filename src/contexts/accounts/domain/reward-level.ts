const LEVELS = [
  [100_000, 'platinum'],
  [10_000, 'gold'],
  [1_000, 'silver'],
] as const;

export function rewardLevel(points: number): 'bronze' | 'silver' | 'gold' | 'platinum' {
  return LEVELS.find(([from]) => points >= from)?.[1] ?? 'bronze';
}
