import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, steadyMs } from '../../kernel/timers.js';
import type { Log } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import type { HttpEnvironment } from './http.settings.js';

/** Kept for the database, Redis, files and outgoing calls. */
const OTHER_DESCRIPTORS = 256;
/** Time for the client to read the answer before the connection is destroyed. */
const LINGER_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** The open connections of the server, their limits, and their end. */
export class Connections {
  private readonly sockets = new Set<Socket>();
  /** Open connections by network and by IPv6 /48. */
  private readonly counts = new Map<string, number>();
  private readonly lingering = new WeakSet<Duplex>();
  private readonly max: number;
  /** Undefined behind proxies, whose few addresses carry everybody. */
  private readonly maxOfNetwork: number | undefined;
  private warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly server: Server,
    { MAX_CONNECTIONS, trustedProxies }: HttpEnvironment,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.max = Math.min(MAX_CONNECTIONS, Math.max(1, openFilesLimit() - OTHER_DESCRIPTORS));
    if (this.max < MAX_CONNECTIONS)
      log.warning('MAX_CONNECTIONS is reduced: the process may not open more files (ulimit -n)', { connections: this.max });
    this.maxOfNetwork = trustedProxies.length > 0 ? undefined : Math.ceil(this.max / 2);
    server.maxConnections = this.max;
    server.on('drop', () => this.warn('MAX_CONNECTIONS are open, and further ones are refused'));
    server.on('connection', (socket: Socket) => this.open(socket));
    metrics.gauge('harmattan_connections', 'Open connections of clients', () => this.sockets.size);
  }

  /** Node closes idle connections after an answer, but not those that never sent a byte. */
  closeSilent(): void {
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Ends a connection with an answer, and destroys it although the client keeps its side open. */
  end(socket: Duplex, answer: string): void {
    if (this.lingering.has(socket)) return;
    if (!socket.writable) return void socket.destroy();
    this.lingering.add(socket);
    socket.end(answer);
    // Unread bytes would make the system reset the connection before the client has read the answer.
    socket.resume();
    const timer = after(LINGER_MS, () => socket.destroy()).unref();
    socket.once('close', () => timer.stop());
  }

  private open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const site = siteOf(address);
    const networks = site === undefined ? [networkOf(address)] : [networkOf(address), site];
    const isFull = (network: string) => (this.counts.get(network) ?? 0) >= this.maxOfNetwork!;
    if (this.maxOfNetwork !== undefined && networks.some(isFull)) {
      this.warn('one network has half of MAX_CONNECTIONS open, and its further ones are refused');
      return void socket.destroy();
    }
    this.sockets.add(socket);
    for (const network of networks) this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
    socket.once('close', () => this.closed(socket, networks));
  }

  private closed(socket: Socket, networks: readonly string[]): void {
    this.sockets.delete(socket);
    for (const network of networks) {
      const left = this.counts.get(network)! - 1;
      if (left === 0) this.counts.delete(network);
      else this.counts.set(network, left);
    }
  }

  private warn(message: string): void {
    const now = steadyMs();
    if (now - this.warnedAtMs < WARN_EVERY_MS) return;
    this.warnedAtMs = now;
    this.log.warning(message, { connections: this.sockets.size });
  }
}

/** Infinity where the system does not tell. */
function openFilesLimit(): number {
  try {
    return Number(/^Max open files +([0-9]+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}
