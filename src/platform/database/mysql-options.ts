import type { ConnectionOptions, SslOptions } from 'mysql2';
import { readTlsFiles, TLS_FILES, type TlsFiles, tlsFilesOf } from '../config/tls-files.js';

/**
 * Strictness about the server's certificate: `required` encrypts only, `verify_ca` wants a certificate of a known authority,
 * `verify_identity` also for its name.
 */
type Mode = 'required' | 'verify_ca' | 'verify_identity';

/** TLS options of a database URL. */
export interface MysqlTls extends TlsFiles {
  readonly mode: Mode;
}

/** The spellings that other programs have for it. */
const SPELLINGS: readonly string[] = ['ssl', 'tls', 'sslmode', 'ssl-mode'];
const KNOWN: ReadonlySet<string> = new Set([...SPELLINGS, ...TLS_FILES, 'socketPath']);
const MODES: ReadonlyMap<string, Mode | 'off'> = new Map([
  ...['false', '0', 'off', 'disable', 'disabled'].map((word) => [word, 'off'] as const),
  ...['require', 'required'].map((word) => [word, 'required'] as const),
  ['verify_ca', 'verify_ca'],
  ...['true', '1', 'on', 'verify_identity', 'verify_full'].map((word) => [word, 'verify_identity'] as const),
]);

/** @returns undefined where it is not encrypted. @throws TypeError for what is not understood, which would be a connection in the clear */
export function mysqlTls(query: URLSearchParams): MysqlTls | undefined {
  const unknown = [...query.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new TypeError(`it does not have the parameter ${unknown}`);
  const given = SPELLINGS.filter((name) => query.has(name));
  if (given.length > 1) throw new TypeError(`${given.join(' and ')} are two words for one thing`);
  const [name] = given;
  const mode = name === undefined ? 'off' : MODES.get(query.get(name)!.toLowerCase().replaceAll('-', '_'));
  if (mode === undefined) throw new TypeError(`${name} must be true, false, required, verify_ca or verify_identity`);
  const files = tlsFilesOf(query);
  if (mode !== 'off') return { mode, ...files };
  const named = Object.keys(files);
  if (named.length > 0) throw new TypeError(`${named.join(', ')} without ssl=true`);
  return undefined;
}

/** @throws Error where a file cannot be read */
export function tlsOptions({ mode, ...files }: MysqlTls): SslOptions {
  return {
    rejectUnauthorized: mode !== 'required',
    verifyIdentity: mode === 'verify_identity',
    ...readTlsFiles(files),
  };
}

/** Options of the server's client programs. */
export function tlsArguments({ mode, ca, cert, key }: MysqlTls, isMysql: boolean): string[] {
  const modes = isMysql
    ? [`--ssl-mode=${mode.toUpperCase()}`]
    : ['--ssl', ...(mode === 'verify_identity' ? ['--ssl-verify-server-cert'] : [])];
  const files = Object.entries({ ca, cert, key }).flatMap(([name, path]) => (path ? [`--ssl-${name}=${path}`] : []));
  return [...modes, ...files];
}

/** `mysql://user:password@host:port/database?ssl=…`. @throws TypeError for TLS that is not understood; Error where a file of it cannot be read */
export function mysqlOptions(url: string): ConnectionOptions {
  const parsed = new URL(url);
  const tls = mysqlTls(parsed.searchParams);
  return {
    host: decodeURIComponent(parsed.hostname),
    port: Number(parsed.port || 3306),
    user: decodeURIComponent(parsed.username || 'root'),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ...(parsed.searchParams.get('socketPath') ? { socketPath: parsed.searchParams.get('socketPath')! } : {}),
    ...(tls ? { ssl: tlsOptions(tls) } : {}),
    charset: 'utf8mb4_bin',
    supportBigNumbers: true,
    // Unsafe numbers arrive as strings, which columns.ts refuses.
    bigNumberStrings: false,
    timezone: 'Z',
    connectTimeout: 10_000,
    enableKeepAlive: true,
  };
}
