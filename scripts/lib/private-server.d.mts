/** A TCP port that nobody uses. */
export function freePort(): Promise<number>;
