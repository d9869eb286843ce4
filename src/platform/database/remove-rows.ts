import { type FindOptionsSelect, type FindOptionsWhere, In, type Repository, Between, type FindOperator } from 'typeorm';

const PAGE_ROWS = 500;

/** Removes by statements of bounded length. The condition must be on an index. @returns how many */
export async function removeRows<Row extends { id: string }>(
  rows: Repository<Row>,
  where: FindOptionsWhere<Row>,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  for (let removed = 0; ;) {
    const take = Math.min(PAGE_ROWS, limit - removed);
    const page = await rows.find({ select: { id: true } as FindOptionsSelect<Row>, where, take });
    if (page.length > 0) await rows.delete({ ...where, id: In(page.map(({ id }) => id)) });
    removed += page.length;
    if (page.length < PAGE_ROWS || removed >= limit) return removed;
  }
}

/** After every text that begins so, in the byte order of both databases. */
const LAST = '\u{10FFFF}';

/** The texts that begin so, as a range of an index. */
export function textsBeginning(text: string): [from: string, to: string] {
  return [text, `${text}${LAST}`];
}

export function beginsWith(text: string): FindOperator<string> {
  return Between(...textsBeginning(text));
}
