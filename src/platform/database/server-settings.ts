type Variables = ReadonlyMap<string, string>;

interface Requirement {
  readonly isMet: (variables: Variables) => boolean;
  readonly warning: string;
}

const SMALLEST_PACKET = 16 * 1_048_576;

/** Global settings that sessions cannot override; unknown variables are ignored. */
const REQUIREMENTS: readonly Requirement[] = [
  {
    isMet: (variables) => ['1', '3', undefined].includes(variables.get('innodb_flush_log_at_trx_commit')),
    warning:
      'innodb_flush_log_at_trx_commit is not 1: a power cut loses up to a second of money movements that were already answered',
  },
  {
    isMet: (variables) => variables.get('log_bin') !== 'ON' || variables.get('sync_binlog') === '1',
    warning: 'sync_binlog is not 1: after a power cut replicas and backups from the binary log may differ from the database',
  },
  {
    isMet: (variables) => !['OFF', '0', 'DETECT_ONLY'].includes(variables.get('innodb_doublewrite') ?? ''),
    warning: 'innodb_doublewrite is off: a page that is half written at a power cut cannot be repaired',
  },
  {
    isMet: (variables) => !['ON', '1'].includes(variables.get('read_only') ?? ''),
    warning: 'read_only is on: the service can read and cannot write; DATABASE_URL may name a replica',
  },
  {
    isMet: (variables) => Number(variables.get('max_allowed_packet') ?? SMALLEST_PACKET) >= SMALLEST_PACKET,
    warning: 'max_allowed_packet is below 16 MB: a large batch of money movements is refused by the server',
  },
  {
    isMet: (variables) => [undefined, '', 'pessimistic'].includes(variables.get('tidb_txn_mode')),
    warning: 'tidb_txn_mode is not pessimistic: rows are not locked, and commits that meet each other fail',
  },
  {
    isMet: (variables) => variables.get('tidb_enable_check_constraint') !== 'OFF',
    warning:
      'tidb_enable_check_constraint is off: that no wallet is below zero is checked by the service alone; it must be on before the first migration',
  },
  {
    isMet: (variables) => isSupported(variables.get('version') ?? ''),
    warning: 'the server is older than MariaDB 10.11 or MySQL 9.7: the service is not tested with it',
  },
];

const NAMES = [
  'innodb_flush_log_at_trx_commit',
  'log_bin',
  'sync_binlog',
  'innodb_doublewrite',
  'read_only',
  'max_allowed_packet',
  'tidb_txn_mode',
  'tidb_enable_check_constraint',
  'version',
];

export async function missingSettings(
  rows: (sql: string) => Promise<{ Variable_name: string; Value: string }[]>,
): Promise<string[]> {
  const names = NAMES.map((name) => `'${name}'`).join();
  const found = await rows(`SHOW GLOBAL VARIABLES WHERE Variable_name IN (${names})`);
  const variables = new Map(found.map((row) => [row.Variable_name, row.Value]));
  return REQUIREMENTS.filter(({ isMet }) => !isMet(variables)).map(({ warning }) => warning);
}

function isSupported(version: string): boolean {
  const [, major, minor] = /^([0-9]+)\.([0-9]+)/.exec(version) ?? [];
  const release = Number(major) * 100 + Number(minor);
  // TiDB says which MySQL it is like.
  return version.includes('TiDB') || !(release < (version.includes('MariaDB') ? 1011 : 907));
}
