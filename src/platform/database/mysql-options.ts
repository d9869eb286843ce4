import type { ConnectionOptions } from 'mysql2';

/** `mysql://user:password@host:port/database?ssl=…` */
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
    // Unsafe numbers arrive as strings, which columns.ts refuses.
    bigNumberStrings: false,
    timezone: 'Z',
    connectTimeout: 10_000,
    enableKeepAlive: true,
  };
}
