import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { refusalsOf } from './refused-statements.mjs';

/**
 * Watches what mysql2 sends, below every pool and session. In a process that is started with this file as `--import`, everything is
 * watched: STATEMENT_GUARD is `forbid` or `record`, and STATEMENT_LOG the file that gets a line for each new refusal.
 */
const watched = new Map();
const EVERYTHING = '*';
let isInstalled = false;

/**
 * @param forbids whether statements that TiDB or MySQL 9 refuse fail; those of Vitess are only recorded
 * @returns what of the list was sent to this database so far
 */
export function watchStatements(database, forbids) {
  install();
  const watch = { forbids, seen: 0, refused: new Map(), report: () => undefined };
  watched.set(database, watch);
  return watch;
}

function install() {
  if (isInstalled) return;
  isInstalled = true;
  const mysql = createRequire(import.meta.url)('mysql2');
  const connection = Object.getPrototypeOf(mysql.Connection).prototype;
  const addCommand = connection.addCommand;
  connection.addCommand = function (command) {
    const kind = command.constructor.name;
    const isPreparation = kind === 'Prepare';
    // What is prepared once may be executed in and outside of transactions.
    const sql = kind === 'Query' ? command.sql : kind === 'Execute' ? (command.statement?.query ?? command.sql) : undefined;
    const refusal = isPreparation ? check(this, command.query, { isOpen: true }) : sql && check(this, sql, sessionOf(this));
    if (!refusal) return addCommand.call(this, command);
    const answer = () => (command.onResult ? command.onResult(refusal) : command.emit('error', refusal));
    // The execution that is added next is skipped only where its preparation has failed.
    if (isPreparation) answer();
    else process.nextTick(answer);
    return command;
  };
}

const sessions = new WeakMap();

function sessionOf(connection) {
  if (!sessions.has(connection)) sessions.set(connection, {});
  return sessions.get(connection);
}

function check(connection, sql, session) {
  const watch = watched.get(EVERYTHING) ?? watched.get(connection.config.database);
  if (!watch) return undefined;
  watch.seen++;
  const rules = refusalsOf(sql, session);
  for (const { engine, name, effect } of rules) {
    const key = `${engine}: ${name}`;
    if (watch.refused.has(key)) continue;
    watch.refused.set(key, sql.slice(0, 300));
    watch.report({ engine, name, effect, sql: sql.slice(0, 300) });
  }
  const forbidden = watch.forbids ? rules.find(({ engine }) => engine !== 'vitess') : undefined;
  if (!forbidden) return undefined;
  const message = `${forbidden.engine} has no ${forbidden.name} (${forbidden.effect}): ${sql.slice(0, 300)}`;
  return Object.assign(new Error(message), { errno: 1235, code: 'ER_NOT_SUPPORTED_YET', sqlState: '42000', sqlMessage: message });
}

const mode = process.env['STATEMENT_GUARD'];
if (mode) {
  const log = process.env['STATEMENT_LOG'];
  const write = (line) => log && appendFileSync(log, `${JSON.stringify(line)}\n`);
  const watch = watchStatements(EVERYTHING, mode === 'forbid');
  watch.report = write;
  process.once('exit', () => write({ seen: watch.seen }));
}
