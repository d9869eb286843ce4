/** A turn that takes longer was held up by this process or by the machine, and counts as one. */
const TURN_MS = 50;

/**
 * For what another process answers: rejects with the error once `work` has not ended in `limitMs`, of which only the time counts in
 * which this process could have taken the answer. An event loop that is held up for seconds (imports, a busy processor) would blame
 * who has answered long ago.
 */
export function limit<T>(work: Promise<T>, limitMs: number, onLimit: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let last = performance.now();
    let left = limitMs;
    const turn = () => {
      const now = performance.now();
      left -= Math.min(now - last, TURN_MS);
      last = now;
      if (left <= 0) reject(onLimit());
      else timer = setTimeout(turn, Math.min(TURN_MS, left));
    };
    let timer = setTimeout(turn, Math.min(TURN_MS, left));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
