import { isDeepStrictEqual } from 'node:util';

/** One thing that an adapter must do. */
export interface Case<Bench> {
  readonly title: string;
  /**
   * Resolves to a remark where the case does not apply.
   * @throws Error that says what happened instead
   */
  run(bench: Bench): Promise<string | undefined | void>;
}

/** @throws Error that says what is and what should be */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${what} is ${JSON.stringify(actual)} and should be ${JSON.stringify(expected)}`);
}

/** @throws Error that says what is and what may be */
export function expectOneOf<T>(what: string, actual: T, allowed: readonly T[]): void {
  if (!allowed.includes(actual)) throw new Error(`${what} is ${String(actual)} and may be ${allowed.join(' or ')}`);
}

/** @throws Error with the sentence */
export function expectThat(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** @throws Error where the work succeeds, with what it resolved to */
export async function expectRejection(what: string, work: () => Promise<unknown>): Promise<void> {
  let result: unknown;
  try {
    result = await work();
  } catch {
    return;
  }
  throw new Error(`${what} should reject and resolved to ${JSON.stringify(result) ?? 'nothing'}`);
}

/** Repeats what the first call of an adapter does for all others, such as to get a token. @throws Error where it never succeeds */
export async function prepare(work: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) if (await work().catch(() => false)) return;
  throw new Error('The adapter gets no answer of the simulator');
}

/** Faults of an answer, after its request had its effect, as people call them. */
export const LOST_ANSWERS = {
  done_then_hang: 'no answer',
  done_then_late: 'an answer after the time-out',
  done_then_close: 'a connection that is cut',
  done_then_error: 'a 502',
  done_then_garbage: 'broken JSON',
  done_then_huge: 'more than a megabyte',
  done_then_page: 'a page of HTML',
} as const;

/** Faults before anything was done. */
export const UNDONE = { unavailable: 'a 503', cut: 'a connection that is cut before anything was done' } as const;

export const entriesOf = <Key extends string>(record: Readonly<Record<Key, string>>) => Object.entries(record) as [Key, string][];
