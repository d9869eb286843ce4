import { isHarmattanError } from './errors.js';

interface NumberedPages {
  readonly page: number;
  readonly pages: number;
}

interface Paged {
  readonly result: readonly unknown[];
  readonly pagination: string | NumberedPages;
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
export function readPage(data: unknown): { items: readonly unknown[]; next: string | number | undefined } {
  if (Array.isArray(data)) return { items: data, next: (data.at(-1) as { recorded?: string } | undefined)?.recorded };
  if (!isPaged(data)) return { items: [data], next: undefined };
  const { result, pagination } = data;
  if (typeof pagination === 'string') return { items: result, next: pagination === '' ? undefined : pagination };
  return { items: result, next: pagination.page < pagination.pages ? pagination.page + 1 : undefined };
}

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'result' in data && 'pagination' in data;
}
