/**
 * Tells HAProxy which database nodes may be written to: `GET /` on the port of a node answers 200 or 503. A process of its own, so
 * that a busy runner delays no check. Argument: `[{ port, url, sql, wanted }]` as JSON; a node is healthy where the first column of
 * `sql` reads `wanted`.
 */
import { createServer } from 'node:http';
import { type Connection, createConnection } from 'mysql2/promise';
import type { HealthCheck } from './databases.js';

const ANSWER_MS = 1_000;

for (const node of JSON.parse(process.argv[2] ?? '[]') as (HealthCheck & { port: number })[]) {
  let connection: Connection | undefined;
  const look = async () => {
    connection ??= await createConnection({ uri: node.url, connectTimeout: ANSWER_MS, rowsAsArray: true });
    const [rows] = await connection.query({ sql: node.sql, timeout: ANSWER_MS });
    const [row] = rows as unknown[][];
    return String(row?.[0]) === node.wanted;
  };
  const isHealthy = async () => {
    try {
      return await look();
    } catch {
      connection?.destroy();
      connection = undefined;
      return false;
    }
  };
  createServer((_, response) => {
    void isHealthy().then((healthy) => response.writeHead(healthy ? 200 : 503, { connection: 'close' }).end());
  }).listen(node.port, '127.0.0.1');
}
