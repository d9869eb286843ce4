import mysql from 'mysql2';
import { after, afterListening, steadyMs, turn } from '../../kernel/timers.js';
import { destroySocket } from '../patches/mysql2.js';
import { mysqlOptions } from './mysql-options.js';

/** Time without an answer after which the server is asked about a session, and the pause between two such questions. */
const LOOK_EVERY_MS = 1_000;
const LOOK_MS = 2_000;

/** The number of a session alone may be that of another session at another server. */
interface SessionIdentity {
  readonly server: string;
  readonly peer: string | null;
}

/** `executing`: a statement of it. `elsewhere`: new connections lead to another server. `unknown`: the server does not answer. */
type SessionState = 'executing' | 'idle' | 'elsewhere' | 'unknown';

const identities = new WeakMap<mysql.Connection, SessionIdentity>();
/** When a session was last found silent, by the address of the server (steady ms). */
const lostAt = new Map<string, number>();

/** @param id SQL of the number of a session of the same user, which needs no PROCESS privilege */
function selectSession(id: string): string {
  return `SELECT CONCAT_WS(' ', @@hostname, @@port, @@server_id) AS server, p.host AS peer, p.command AS command
    FROM (SELECT 1) AS one LEFT JOIN information_schema.processlist p ON p.id = ${id}`;
}

/** Asks the server who the session is. Without an answer to this its statements are not watched. */
export function identifySession(connection: mysql.Connection, done: () => void): void {
  connection.query(selectSession('CONNECTION_ID()'), (error, rows) => {
    if (!error) identities.set(connection, (rows as SessionIdentity[])[0]!);
    done();
  });
}

/** Whether a connection that was last answered at that time may be half open, because another one was since. */
export function isSuspect(url: string, answeredAt: number): boolean {
  return answeredAt < (lostAt.get(url) ?? -Infinity);
}

/**
 * Watches a statement. A firewall or a proxy may drop the packets of a connection and tell nobody. So another connection asks the
 * server. If the server executes nothing for the session, the answer was lost, and the session is ended. A statement that takes
 * long or waits for a lock goes on.
 * @param lost called at most once
 * @param seen called after each look
 * @returns to be called when the answer is there
 */
export function watchStatement(
  connection: mysql.Connection,
  url: string,
  lost: () => void,
  seen: (isServerSilent: boolean) => void = () => undefined,
): () => void {
  const identity = identities.get(connection);
  if (!identity) return () => undefined;
  let isOver = false;
  let looks = 0;
  const look = async () => {
    // An answer that has arrived, and that a busy process has not read yet, is read first.
    await turn();
    if (isOver) return;
    const state = await lookAt(url, connection.threadId, identity, async (state) => {
      await turn();
      // The session of another server cannot be seen. It is given up at the second look.
      if (isOver || state === 'executing' || (state === 'elsewhere' && looks++ === 0)) return false;
      isOver = true;
      lostAt.set(url, steadyMs());
      lost();
      return state === 'idle';
    });
    if (isOver) return;
    seen(state === 'unknown');
    timer = after(LOOK_EVERY_MS, () => void look());
  };
  let timer = after(LOOK_EVERY_MS, () => void look());
  return () => {
    isOver = true;
    timer.stop();
  };
}

/** @param mayEnd whether the session is to be ended */
async function lookAt(
  url: string,
  session: number,
  identity: SessionIdentity,
  mayEnd: (state: SessionState) => Promise<boolean>,
): Promise<SessionState> {
  const other = mysql.createConnection(mysqlOptions(url));
  other.on('error', () => undefined);
  const ask = (sql: string) =>
    new Promise<unknown>((resolve, reject) => {
      other.query(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  const limit = afterListening(LOOK_MS, () => destroySocket(other, new Error('the database did not answer')));
  try {
    const [row] = (await ask(selectSession(String(session)))) as (SessionIdentity & { readonly command: string | null })[];
    const state = stateOf(row!, identity);
    if (await mayEnd(state)) await ask(`KILL ${session}`);
    return state;
  } catch {
    return 'unknown';
  } finally {
    limit.stop();
    destroySocket(other);
  }
}

function stateOf(found: SessionIdentity & { readonly command: string | null }, identity: SessionIdentity): SessionState {
  if (found.server !== identity.server) return 'elsewhere';
  const isSame = found.peer === identity.peer;
  if (isSame && found.command === 'Sleep') return 'idle';
  return isSame && found.command !== 'Killed' ? 'executing' : 'elsewhere';
}
