export interface Timer {
  stop(): void;
  /** It does not keep the process alive. */
  unref(): Timer;
}

/** Source of a process's time: the machine, or a simulation. */
export interface TimeSource {
  /** Unix ms. */
  wallMs(): number;
  /** Ms since any moment, which nobody sets back or forward. */
  steadyMs(): number;
  after(ms: number, work: () => void): Timer;
  every(ms: number, work: () => void): Timer;
  /** Runs after the other work of the event loop in this turn. */
  soon(work: () => void): void;
}

const machine: TimeSource = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  after: (ms, work) => timerOf(setTimeout(work, ms)),
  every: (ms, work) => timerOf(setInterval(work, ms)),
  soon: (work) => void setImmediate(work),
};

function timerOf(handle: NodeJS.Timeout): Timer {
  const timer: Timer = {
    stop: () => clearTimeout(handle),
    unref() {
      handle.unref();
      return timer;
    },
  };
  return timer;
}

let source = machine;

/** For a simulation. @returns restores the former time */
export function useTime(other: TimeSource): () => void {
  const before = source;
  source = other;
  return () => void (source = before);
}

export function timeSource(): TimeSource {
  return source;
}

export function wallMs(): number {
  return source.wallMs();
}

export function steadyMs(): number {
  return source.steadyMs();
}

export function after(ms: number, work: () => void): Timer {
  return source.after(ms, work);
}

/** Does not keep the process alive. */
export function every(ms: number, work: () => void): Timer {
  return source.every(ms, work).unref();
}

export function soon(work: () => void): void {
  source.soon(work);
}

/** Resolves behind the other work of the event loop in this turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => source.soon(resolve));
}

/** @param sooner ends it before its time */
export async function sleep(ms: number, sooner?: AbortSignal): Promise<void> {
  if (sooner?.aborted) return;
  let wake = () => {};
  const ended = new Promise<void>((resolve) => (wake = resolve));
  const timer = after(ms, wake);
  sooner?.addEventListener('abort', wake, { once: true });
  await ended;
  timer.stop();
  sooner?.removeEventListener('abort', wake);
}

/** Undefined when it takes longer; the work goes on. */
export async function resolvedWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: Timer | undefined;
  const end = new Promise<undefined>((resolve) => (timer = after(ms, () => resolve(undefined))));
  try {
    return await Promise.race([work, end]);
  } finally {
    timer?.stop();
  }
}

/** A turn that takes longer was held up by this process or by the machine, and counts as one. */
const TURN_MS = 50;

/**
 * Bounds the wait for another process. Only time counts in which this process could have taken the answer. Otherwise an event loop
 * that is held up for seconds (imports, a busy processor) would blame a peer that has answered long ago.
 */
export function afterListening(ms: number, work: () => void): Timer {
  let last = steadyMs();
  let left = ms;
  let isKept = true;
  const next = () => {
    timer = after(Math.min(TURN_MS, left), look);
    if (!isKept) timer.unref();
  };
  const look = () => {
    const now = steadyMs();
    left -= Math.min(now - last, TURN_MS);
    last = now;
    if (left <= 0) work();
    else next();
  };
  let timer: Timer;
  next();
  const whole: Timer = {
    stop: () => timer.stop(),
    unref() {
      isKept = false;
      timer.unref();
      return whole;
    },
  };
  return whole;
}

/** Rejects with the error once `work` has not ended while this process listened for so long. */
export function limit<T>(work: Promise<T>, limitMs: number, onLimit: () => Error): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = afterListening(limitMs, () => reject(onLimit()));
    work.then(resolve, reject).finally(() => timer.stop());
  });
}
