export function childrenSeconds(): number;
export function yardstickSeconds(rounds?: number): number;
