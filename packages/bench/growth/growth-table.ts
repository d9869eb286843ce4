import { kindOf, type TableBytes } from './bytes.js';

interface KindBytes {
  readonly kind: string;
  /** All of them for one transfer. */
  readonly rows: number;
  readonly data: number;
  readonly indexes: number;
}

export interface Moment {
  readonly title: string;
  readonly kinds: readonly KindBytes[];
  readonly total: number;
}

/** What the transfers added, by kind, the largest first. */
export function momentOf(
  title: string,
  transfers: number,
  before: readonly TableBytes[],
  now: readonly TableBytes[],
  files: number,
): Moment {
  const kinds = new Map<string, KindBytes>();
  for (const { table, rows, data, indexes } of now) {
    const base = before.find((each) => each.table === table) ?? { rows: 0, data: 0, indexes: 0 };
    const kind = kindOf(table);
    const sum = kinds.get(kind) ?? { kind, rows: 0, data: 0, indexes: 0 };
    kinds.set(kind, {
      kind,
      rows: sum.rows + (rows - base.rows) / transfers,
      data: sum.data + (data - base.data) / transfers,
      indexes: sum.indexes + (indexes - base.indexes) / transfers,
    });
  }
  if (files > 0)
    kinds.set('files', { kind: 'archive files, outside of the database', rows: 0, data: files / transfers, indexes: 0 });
  const all = [...kinds.values()].filter(({ data, indexes }) => Math.abs(data + indexes) >= 1);
  const total = all.reduce((bytes, { data, indexes }) => bytes + data + indexes, 0);
  return { title, kinds: all.toSorted((one, other) => sumOf(other) - sumOf(one)), total };
}

export function markdown(moments: readonly Moment[]): string[] {
  return moments.flatMap(({ title, kinds, total }) => [
    '',
    `${title}: **${whole(total)} bytes a transfer**.`,
    '',
    '| kind | rows | data | indexes | bytes |',
    '| --- | --: | --: | --: | --: |',
    ...kinds.map(
      (each) =>
        `| ${each.kind} | ${each.rows.toFixed(2)} | ${whole(each.data)} | ${whole(each.indexes)} | ${whole(sumOf(each))} |`,
    ),
  ]);
}

function sumOf({ data, indexes }: KindBytes): number {
  return data + indexes;
}

function whole(bytes: number): string {
  return Math.round(bytes).toLocaleString('en');
}
