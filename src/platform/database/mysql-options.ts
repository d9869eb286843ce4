import type { ConnectionOptions } from 'mysql2';
import { mysqlTls, tlsOptions } from './mysql-tls.js';

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
