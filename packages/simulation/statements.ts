import { type Row, serverError, type Session, type SimulatedDatabase, type Value } from './database.js';

/** A statement of the ledger was not understood: the simulation must learn it, which is no fault of the ledger. */
export class UnknownStatement extends Error {}

type Handler = (database: SimulatedDatabase, session: Session, found: readonly string[], isWaiting: boolean) => unknown;

const WITHOUT_WAITING = /^\/\*M!100300 SET STATEMENT [^*]*\*\/ /;

/** The statements of `batch-sql.ts` and `row-locks.ts`, and no others. @returns the rows, for what reads */
export async function execute(database: SimulatedDatabase, session: Session, statement: string): Promise<unknown> {
  const text = statement.replace(WITHOUT_WAITING, '').trim();
  for (const [pattern, handle] of STATEMENTS) {
    const found = pattern.exec(text);
    if (found) return await handle(database, session, found.slice(1), text === statement.trim());
  }
  throw new UnknownStatement(text.slice(0, 300));
}

const STATEMENTS: readonly (readonly [RegExp, Handler])[] = [
  // It commits what is open, as the server does.
  [/^(?:BEGIN|COMMIT)$/, (database, session) => database.commit(session)],
  [/^ROLLBACK$/, (database, session) => database.rollback(session)],
  [/^DO 0$/, () => []],
  [
    /^SELECT batch_no, hash, recorded, blocks_no FROM ledger_head WHERE id = 1( FOR UPDATE)?$/,
    async (database, session, [isLocked]) => {
      if (isLocked) await database.lock(session, 'ledger_head');
      return [database.read(session, 'ledger_head', '1')];
    },
  ],
  [
    /^SELECT id, balance_kobo, seq, \(SELECT CONCAT.*\) AS posted, \(SELECT CONCAT.*\) AS blocks FROM ledger_account a FORCE INDEX \(PRIMARY\) WHERE id IN \((.*)\)$/,
    (database, session, [ids]) =>
      valuesIn(ids!).flatMap((id) => {
        const row = database.read(session, 'ledger_account', String(id));
        const last = database.lastPostings.get(String(id));
        return row ? [{ ...row, posted: last ? `${last['seq']}:${last['balance_kobo']}` : null, blocks: null }] : [];
      }),
  ],
  [
    /^SELECT account_id AS id FROM posting WHERE account_id IN \((.*)\) AND NOT EXISTS/,
    (database, _session, [ids]) =>
      valuesIn(ids!).flatMap((id) => {
        const isPosted = database.lastPostings.has(String(id));
        return isPosted && !database.table('ledger_account').rows.has(String(id)) ? [{ id }] : [];
      }),
  ],
  [
    /^SELECT id FROM ledger_account FORCE INDEX \(PRIMARY\) WHERE id IN \((.*?)\)(?: (FOR UPDATE)(?: (SKIP LOCKED|NOWAIT))?)?$/,
    (database, session, [ids, isLocked, how]) => {
      const names = valuesIn(ids!).filter((id) => database.table('ledger_account').rows.has(String(id)));
      return isLocked
        ? lockRows(
            database,
            session,
            'ledger_account',
            names.map((id) => ({ id })),
            how,
          )
        : names.map((id) => ({ id }));
    },
  ],
  [
    /^SELECT .+ FROM (ledger_batch|journal|posting) WHERE batch_no (>=?) (\d+) AND batch_no <= (\d+) ORDER BY .+$/,
    (database, _session, [table, operator, from, upTo]) => {
      const rows: Row[] = [];
      const last = Math.min(Number(upTo), Number(database.table('ledger_head').rows.get('1')!['batch_no']));
      for (let no = Number(from) + (operator === '>' ? 1 : 0); no <= last; no++) rows.push(...database.table(table!).indexed(no));
      return rows;
    },
  ],
  [
    /^SELECT \* FROM money_request WHERE \(scope, action, request_key\) IN \((.*)\)$/,
    (database, session, [keys]) =>
      tuplesIn(keys!).flatMap((key) => {
        const row = database.read(session, 'money_request', key.join('\n'));
        return row ? [row] : [];
      }),
  ],
  [
    /^SELECT .+ FROM (\w+) FORCE INDEX \(PRIMARY\) WHERE \((.+?)\) IN \((.*?)\)( FOR UPDATE SKIP LOCKED)?$/,
    (database, session, [table, columns, keys, isLocked]) => {
      const names = columns!.split(',');
      const rows = tuplesIn(keys!).flatMap((values) => {
        const row = database.read(session, table!, String(values[0]));
        return row && names.every((column, index) => row[column] === values[index]) ? [row] : [];
      });
      return isLocked ? lockRows(database, session, table!, rows, 'SKIP LOCKED') : rows;
    },
  ],
  [
    /^UPDATE ledger_head SET batch_no = IF\(ROW_COUNT\(\) = (\d+), batch_no, NULL\) WHERE id = 1$/,
    (_database, session, [count]) => {
      if (session.changedRows !== Number(count)) throw isNull('batch_no');
    },
  ],
  [
    /^UPDATE ledger_head SET batch_no = IF\((.*?), (\d+), NULL\), hash = IF\((\d+) <= GREATEST\(recorded \+ (\d+), .* \+ (\d+)\), '(\w+)', NULL\), recorded = (\d+), nonce = '(\w*)', blocks_no = (\d+) WHERE id = 1$/,
    async (database, session, [condition, to, latest, step, ahead, hash, recorded, nonce, blocksNo]) => {
      await database.lock(session, 'ledger_head');
      const head = database.read(session, 'ledger_head', '1')!;
      if (!isTrue(condition!, head)) throw isNull('batch_no');
      const most = Math.max(Number(head['recorded']) + Number(step), database.wallMs() + Number(ahead));
      if (Number(latest) > most) throw isNull('hash');
      database.write(session, 'ledger_head', {
        id: 1,
        batch_no: Number(to),
        hash: hash!,
        recorded: Number(recorded),
        nonce: nonce!,
        blocks_no: Number(blocksNo),
      });
    },
  ],
  [
    /^INSERT INTO ledger_batch \((.*?)\) VALUES \(IF\(\(SELECT batch_no FROM ledger_head WHERE id = 1\) = (\d+), (\d+), NULL\),(.*)\)$/,
    (database, session, [columns, is, no, rest]) => {
      if (database.read(session, 'ledger_head', '1')!['batch_no'] !== Number(is)) throw isNull('batch_no');
      insert(database, session, 'ledger_batch', columns!.split(','), [[Number(no), ...valuesIn(rest!)]]);
    },
  ],
  [
    /^INSERT INTO ledger_head .* WHERE NOT EXISTS \(SELECT 1 FROM ledger_head WHERE id = 1 AND nonce = '(\w*)'\)$/,
    (database, session, [nonce]) => {
      if (database.read(session, 'ledger_head', '1')!['nonce'] !== nonce) throw isNull('batch_no');
    },
  ],
  [
    /^INSERT INTO (\w+) \((.*?)\) VALUES (.*) ON DUPLICATE KEY UPDATE (.*)$/,
    async (database, session, [table, columns, tuples, changes], isWaiting) => {
      const changed = changes!.split(',').map((change) => change.trim().split(' = ')[0]!);
      for (const row of rowsOf(columns!.split(','), tuplesIn(tuples!))) {
        const key = database.table(table!).keyOf(row);
        await database.lock(session, `${table} ${key}`, isWaiting ? undefined : 0);
        const before = database.read(session, table!, key);
        const after = before ? { ...before, ...Object.fromEntries(changed.map((column) => [column, row[column]!])) } : row;
        if (after['kind'] === 'wallet' && Number(after['balance_kobo']) < 0) throw serverError(4025, 'ER_CONSTRAINT_FAILED');
        database.write(session, table!, after);
      }
    },
  ],
  [
    /^INSERT INTO (\w+) \((.*?)\) VALUES (.*)$/,
    async (database, session, [table, columns, tuples], isWaiting) => {
      await database.awaitTable(table!, isWaiting);
      insert(database, session, table!, columns!.split(','), tuplesIn(tuples!));
    },
  ],
  [
    /^UPDATE \/\*\+ INL_JOIN\(t\) \*\/ \(SELECT (.*)\) v STRAIGHT_JOIN (\w+) t ON (.*) SET (.*)$/,
    (database, session, [selects, table, on, set]) => {
      session.changedRows = 0;
      const key = joinedColumns(on!, ' AND ');
      const changed = joinedColumns(set!, ',');
      for (const select of selects!.split(' UNION ALL SELECT ')) {
        const values = valuesIn(select.replace(/ AS c\d+/g, ''));
        const row = database.read(session, table!, String(values[0]));
        if (!row || !key.every((column, at) => row[column] === values[at])) continue;
        const after = Object.fromEntries(changed.map((column, at) => [column, values[key.length + at]!]));
        database.write(session, table!, { ...row, ...after });
        session.changedRows++;
      }
    },
  ],
];

async function lockRows(
  database: SimulatedDatabase,
  session: Session,
  table: string,
  rows: readonly Row[],
  how?: string,
): Promise<Row[]> {
  const locked: Row[] = [];
  for (const row of rows) {
    const name = `${table} ${database.table(table).keyOf(row)}`;
    if (how === 'SKIP LOCKED' && database.isLocked(session, name)) continue;
    await database.lock(session, name, how === 'NOWAIT' ? 0 : undefined);
    locked.push(row);
  }
  return locked;
}

/** A statement inserts all of its rows or none. */
function insert(
  database: SimulatedDatabase,
  session: Session,
  table: string,
  columns: readonly string[],
  tuples: Value[][],
): void {
  const rows = rowsOf(columns, tuples);
  const keys = rows.map((row) => database.table(table).keyOf(row));
  const isKnown = keys.some((key) => database.read(session, table, key) !== undefined);
  if (isKnown || new Set(keys).size < keys.length) throw serverError(1062, 'ER_DUP_ENTRY', `Duplicate entry in ${table}`);
  for (const row of rows) database.write(session, table, row);
}

function rowsOf(columns: readonly string[], tuples: readonly Value[][]): Row[] {
  return tuples.map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index]!])));
}

function isNull(column: string): Error {
  return serverError(1048, 'ER_BAD_NULL_ERROR', `Column '${column}' cannot be null`);
}

function isTrue(condition: string, row: Row): boolean {
  return pairsIn(condition, ' AND ').every(([column, value]) => row[column] === value);
}

/** `t.id = v.c0`, whose numbers are in their order. */
function joinedColumns(text: string, separator: string): string[] {
  return text.split(separator).map((pair) => /^t\.(\w+) = v\.c\d+$/.exec(pair.trim())![1]!);
}

function pairsIn(text: string, separator: string): [string, Value][] {
  return text.split(separator).map((pair) => {
    const at = pair.indexOf(' = ');
    return [pair.slice(0, at), valuesIn(pair.slice(at + 3))[0]!];
  });
}

const VALUE = /'([^'\\]*)'|(-?\d+)|(NULL)/y;

function valuesIn(text: string): Value[] {
  return tuplesIn(`(${text})`)[0]!;
}

/** `(1,'a'),(2,NULL)`. @throws UnknownStatement for values that need escapes */
function tuplesIn(text: string): Value[][] {
  const tuples: Value[][] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === '(') tuples.push([]);
    if (text[at] === '(' || text[at] === ')' || text[at] === ',') {
      at++;
      continue;
    }
    VALUE.lastIndex = at;
    const found = VALUE.exec(text);
    if (!found) throw new UnknownStatement(`value at ${text.slice(at, at + 60)}`);
    tuples.at(-1)!.push(found[1] ?? (found[2] === undefined ? null : Number(found[2])));
    at = VALUE.lastIndex;
  }
  return tuples;
}
