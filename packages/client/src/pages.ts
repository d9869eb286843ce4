import { isHarmattanError } from './errors.js';

interface NumberedPages {
  readonly page: number;
  readonly pages: number;
}

interface Paged {
  readonly result: readonly unknown[];
  readonly pagination: string | NumberedPages;
  readonly totals?: object;
}

interface ReadPage {
  readonly items: readonly unknown[];
  readonly next: string | number | undefined;
  readonly isNextCertain: boolean;
  readonly totals: object | undefined;
}

/** IDs by which the service answers that a list has nothing, or nothing more. */
const NOTHING = /^(no_\w+|not_found|nothing_found)$/;

/** The page, or an empty one. @throws HarmattanError for all else */
export async function orNothing(page: Promise<unknown>): Promise<unknown> {
  try {
    return await page;
  } catch (error) {
    if (isHarmattanError(error) && error.status === 404 && NOTHING.test(error.id)) return [];
    throw error;
  }
}

/** Items and what to ask for next, from each of the forms that DATA of a list has. */
export function readPage(data: unknown): ReadPage {
  if (Array.isArray(data)) {
    const next = (data.at(-1) as { recorded?: string } | undefined)?.recorded;
    return { items: data, next, isNextCertain: next === undefined, totals: undefined };
  }
  if (!isPaged(data)) return { items: [data], next: undefined, isNextCertain: true, totals: undefined };
  const { result, pagination, totals } = data;
  const next = typeof pagination === 'string' ? pagination || undefined : followingOf(pagination);
  return { items: result, next, isNextCertain: true, totals };
}

function followingOf({ page, pages }: NumberedPages): number | undefined {
  return page < pages ? page + 1 : undefined;
}

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'result' in data && 'pagination' in data;
}
