/**
 * Statements of MariaDB and older MySQL that TiDB (6.5 to 8.5), Vitess (22, sharded) or MySQL 9.7 do not have, or read and do not carry out, by their
 * documentation and issues; those of TiDB by its answers, too (`test/tidb`). A pattern is matched against one statement in upper case, without comments and texts.
 */
export const REFUSED_STATEMENTS = [
  rule(
    'tidb',
    'triggers',
    /^(CREATE|DROP)\b.*\bTRIGGER\b/,
    'no syntax for them',
    "CREATE TRIGGER t_no_update BEFORE UPDATE ON t FOR EACH ROW IF 1 = 1 THEN SIGNAL SQLSTATE '45000'; END IF",
  ),
  rule(
    'tidb',
    'stored programs',
    /^((CREATE|ALTER|DROP) (?!USER|TABLE).*\b(PROCEDURE|FUNCTION|EVENT)\b|CALL\b)/,
    'read, and refused',
    'CREATE PROCEDURE p() SELECT 1',
  ),
  rule(
    'tidb',
    'SKIP LOCKED',
    /\bSKIP LOCKED\b/,
    'is read, and no row is locked (pingcap/tidb#69720)',
    'SELECT id FROM job LIMIT 1 FOR UPDATE SKIP LOCKED',
  ),
  {
    ...rule(
      'tidb',
      'row locks outside of a transaction',
      /^SELECT\b.*\bFOR UPDATE\b/,
      'no row is locked (pingcap/tidb#70996)',
      'COMMIT; SELECT id FROM job FOR UPDATE',
    ),
    isForOutside: true,
  },
  rule(
    'tidb',
    'values that the same statement assigned',
    { test: readsAssigned },
    'the value from before the statement, as on SQLite',
    'UPDATE job SET attempts = attempts + 1, run_at = attempts * 2 WHERE id = 1',
  ),
  rule(
    'tidb',
    'shared row locks',
    /\bLOCK IN SHARE MODE\b|\bFOR SHARE\b/,
    'refused, or read without effect',
    'SELECT id FROM job LOCK IN SHARE MODE',
  ),
  rule(
    'tidb',
    'read-only transactions',
    /\bTRANSACTION\b.*\bREAD ONLY\b|\b(TX|TRANSACTION)_READ_ONLY\b/,
    'refused, or read without effect',
    'START TRANSACTION READ ONLY',
  ),
  rule(
    'tidb',
    'several characteristics of a transaction',
    /^START TRANSACTION\b.*,/,
    'no syntax for them',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ WRITE',
  ),
  rule(
    'tidb',
    'isolation levels',
    /\bISOLATION LEVEL (SERIALIZABLE|READ UNCOMMITTED)\b|\b(TX|TRANSACTION)_ISOLATION ?= ?'(SERIALIZABLE|READ-UNCOMMITTED)'/,
    'only READ COMMITTED and REPEATABLE READ (snapshots)',
    "SET SESSION transaction_isolation = 'SERIALIZABLE'",
  ),
  rule(
    'tidb',
    'foreign keys',
    /\bFOREIGN KEY\b|^(CREATE|ALTER) TABLE\b.*\bREFERENCES\b/,
    'not before 8.5, but for experiments',
    'ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES b (id)',
  ),
  rule('tidb', 'XA', /^XA\b/, 'no syntax for it', "XA START 'one'"),
  rule(
    'tidb',
    'full-text and spatial search',
    /\b(FULLTEXT|SPATIAL)\b|\bMATCH ?\(.*\bAGAINST\b/,
    'only in some clouds',
    "SELECT id FROM faq WHERE MATCH (title) AGAINST ('money')",
  ),
  rule(
    'tidb',
    'CREATE TABLE … SELECT',
    /^CREATE (TEMPORARY )?TABLE\b.*\bSELECT\b/,
    'no syntax for it',
    'CREATE TABLE a AS SELECT * FROM b',
  ),
  rule(
    'tidb',
    'care of tables',
    /^(CHECK|CHECKSUM|REPAIR|OPTIMIZE)( LOCAL| NO_WRITE_TO_BINLOG)? TABLE\b/,
    'refused',
    'OPTIMIZE TABLE job',
  ),
  rule('tidb', 'HANDLER', /^HANDLER\b/, 'no syntax for it', 'HANDLER job OPEN'),
  rule('tidb', 'SELECT … INTO @variable', /^SELECT\b.*\bINTO @/, 'refused', 'SELECT id INTO @id FROM job'),
  rule(
    'tidb',
    'SQL_CALC_FOUND_ROWS',
    /\bSQL_CALC_FOUND_ROWS\b/,
    'refused, or read without effect',
    'SELECT SQL_CALC_FOUND_ROWS id FROM job LIMIT 1',
  ),
  rule(
    'tidb',
    'lateral tables',
    /\bLATERAL\b/,
    'no syntax for them',
    'SELECT * FROM a, LATERAL (SELECT * FROM b WHERE b.id = a.id) AS c',
  ),
  rule(
    'tidb',
    'RETURNING',
    /^(INSERT|REPLACE|DELETE)\b.*\bRETURNING\b/,
    'of MariaDB alone',
    "INSERT INTO job (id) VALUES ('1') RETURNING id",
  ),
  rule(
    'tidb',
    'primary keys of tables that exist',
    /^ALTER TABLE\b.*\b(ADD|DROP) (CONSTRAINT \S+ )?PRIMARY KEY\b/,
    'refused where clustered',
    'ALTER TABLE job DROP PRIMARY KEY',
  ),
  rule(
    'tidb',
    'replication',
    /^(SHOW (MASTER|REPLICA|SLAVE|BINARY|BINLOG)|CHANGE (MASTER|REPLICATION)|(START|STOP) (SLAVE|REPLICA))\b/,
    'refused, but for a position that is a timestamp',
    'START REPLICA',
  ),
  rule(
    'tidb',
    'limits as parameters',
    /\bLIMIT \?/,
    'refused, because the driver sends numbers as doubles',
    'SELECT id FROM job LIMIT ?',
  ),
  rule(
    'mysql',
    'functions that MySQL has dropped',
    /\b(MD5|SHA1?|PASSWORD|OLD_PASSWORD|ENCRYPT|DES_(EN|DE)CRYPT|ENCODE|DECODE|MASTER_POS_WAIT|WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS) ?\(/,
    'not in the server since 8.0 to 9.6; MD5 and SHA1 are in a component',
    "SELECT MD5(CONCAT('a', 'b'))",
  ),
  rule(
    'mysql',
    'statements that MySQL has dropped',
    /^(SHOW (MASTER|SLAVE)|CHANGE MASTER|RESET (MASTER|SLAVE)|(START|STOP) SLAVE|FLUSH (HOSTS|QUERY CACHE))\b|\bMYSQL_NATIVE_PASSWORD\b/,
    'not since 8.4 and 9.0',
    'SHOW SLAVE STATUS',
  ),
  rule('vitess', 'triggers', /^(CREATE|DROP)\b.*\bTRIGGER\b/, 'see one shard', 'DROP TRIGGER IF EXISTS t_no_update'),
  rule(
    'vitess',
    'stored programs',
    /^((CREATE|ALTER|DROP) (?!USER|TABLE).*\b(PROCEDURE|FUNCTION|EVENT)\b|CALL\b)/,
    'not through VTGate',
    'CALL p()',
  ),
  rule(
    'vitess',
    'foreign keys',
    /\bFOREIGN KEY\b|^(CREATE|ALTER) TABLE\b.*\bREFERENCES\b/,
    'within a shard',
    'CREATE TABLE a (b INT REFERENCES b (id))',
  ),
  rule(
    'vitess',
    'AUTO_INCREMENT',
    /\bAUTO_INCREMENT\b/,
    'unique within a shard; sequences instead',
    'CREATE TABLE a (id INT AUTO_INCREMENT PRIMARY KEY)',
  ),
  rule('vitess', 'LAST_INSERT_ID', /\bLAST_INSERT_ID\b/, 'of a sequence', 'SELECT LAST_INSERT_ID()'),
  rule('vitess', 'window functions', /\bOVER ?\(/, 'not supported', 'SELECT ROW_NUMBER() OVER (ORDER BY id) FROM job'),
  rule('vitess', 'databases', /^(CREATE|DROP|ALTER) DATABASE\b/, 'only with a plugin', 'CREATE DATABASE IF NOT EXISTS harmattan'),
  rule(
    'vitess',
    'accounts and grants',
    /^(GRANT|REVOKE|(CREATE|ALTER|DROP) USER)\b/,
    'not through VTGate',
    "GRANT SELECT ON harmattan.job TO 'harmattan'@'%'",
  ),
  rule('vitess', 'temporary tables', /^CREATE TEMPORARY TABLE\b/, 'only where not sharded', 'CREATE TEMPORARY TABLE a (id INT)'),
  rule(
    'vitess',
    'LOAD DATA and INTO OUTFILE',
    /^LOAD DATA\b|\bINTO (OUTFILE|DUMPFILE)\b/,
    'only where not sharded',
    "SELECT id FROM job INTO OUTFILE '/tmp/job'",
  ),
];

function rule(engine, name, pattern, effect, example) {
  return { engine, name, pattern, effect, example };
}

const PART = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`[^`]*`|\/\*[^]*?\*\/|--\s[^\n]*|;|[^'"`/;-]+|[/-]/g;
/** Values of variables, which rules look at; other texts are data. */
const KEYWORD = /^'[A-Z-]{1,20}'$/;

/** The statements of a packet, for `REFUSED_STATEMENTS`. */
export function statementsOf(sql) {
  let text = '';
  for (const [part] of sql.matchAll(PART)) {
    if (part === ';') text += '\n';
    else if (/^['"]/.test(part)) text += KEYWORD.test(part) ? part : "''";
    else if (part.startsWith('/*!')) text += part.replace(/^\/\*!\d*/, ' ').slice(0, -2);
    else if (part.startsWith('/*') || part.startsWith('--')) text += ' ';
    else text += part.replaceAll(/\s+/g, ' ');
  }
  return text
    .split('\n')
    .map((statement) => statement.replaceAll('`', '').trim().toUpperCase())
    .filter((statement) => statement !== '');
}

const ASSIGNMENTS = /^UPDATE\b.*? SET (.*?)(?: WHERE .*)?$|\bON DUPLICATE KEY UPDATE (.*)$/;

/** Whether an assignment reads a column that one before it has changed: MySQL then takes the new value. */
function readsAssigned(statement) {
  const [, update, upsert] = ASSIGNMENTS.exec(statement) ?? [];
  const assigned = [];
  for (const assignment of topLevelParts(update ?? upsert ?? '')) {
    const [column, value] = [assignment.slice(0, assignment.indexOf('=')).trim(), assignment.slice(assignment.indexOf('=') + 1)];
    // The new row of VALUES(column) is another one.
    const words = value.replaceAll(/\bVALUES ?\([^)]*\)/g, '').split(/[^A-Z0-9_]+/);
    if (assigned.some((name) => words.includes(name))) return true;
    assigned.push(column.split('.').at(-1));
  }
  return false;
}

function topLevelParts(list) {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(parts.pop() + character);
  }
  return parts;
}

/**
 * The rules that some statement of the packet meets.
 * @param session of the connection, which is brought up to date
 */
export function refusalsOf(sql, session = {}) {
  const met = new Set();
  for (const statement of statementsOf(sql)) {
    if (/^(BEGIN|START TRANSACTION)\b/.test(statement)) session.isOpen = true;
    if (/^(COMMIT|ROLLBACK)\b(?! TO)/.test(statement)) session.isOpen = false;
    const [, autocommit] = /^SET\b.*\bAUTOCOMMIT ?= ?([01])/.exec(statement) ?? [];
    if (autocommit) session.isAutocommitOff = autocommit === '0';
    const isInside = session.isOpen || session.isAutocommitOff;
    for (const each of REFUSED_STATEMENTS) if (!(each.isForOutside && isInside) && each.pattern.test(statement)) met.add(each);
  }
  return [...met];
}
