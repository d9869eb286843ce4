import type { ConnectionOptions } from 'mysql2';

/** Connection options that every MySQL connection of the service shares; `mysql://user:password@host:port/database?ssl=…`. */
export function mysqlOptions(url: string): ConnectionOptions {
  const parsed = new URL(url);
  return {
    host: decodeURIComponent(parsed.hostname),
    port: Number(parsed.port || 3306),
    user: decodeURIComponent(parsed.username || 'root'),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    ...(parsed.searchParams.get('socketPath') ? { socketPath: parsed.searchParams.get('socketPath')! } : {}),
    ...(parsed.searchParams.get('ssl') === 'true' ? { ssl: {} } : {}),
    charset: 'utf8mb4_bin',
    supportBigNumbers: true,
    // A number where it is safe, a string where not: columns.ts refuses the second.
    bigNumberStrings: false,
    timezone: 'Z',
    connectTimeout: 10_000,
    enableKeepAlive: true,
  };
}
