import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can simulate a hanging server (accepts connections and data, answers nothing) or close connections. */
export class TcpProxy {
  private isSilent = false;
  private hangsUp = false;
  private answersToLose = 0;
  private readonly sockets = new Map<Socket, 'client' | 'server'>();
  /** Connections that were ever opened. */
  accepted = 0;
  private readonly subscribers = new Set<Socket>();
  private readonly deafened = new Set<Socket>();
  private readonly halfOpen = new Set<Socket>();
  private readonly server = createServer((caller) => {
    this.accepted++;
    const target = connect(this.port, this.host);
    for (const [one, other] of [
      [caller, target],
      [target, caller],
    ] as const) {
      this.sockets.set(one, one === caller ? 'client' : 'server');
      one.on('data', (chunk) => {
        if (one === caller && /\bsubscribe\b/i.test(String(chunk))) this.subscribers.add(caller);
        if (this.deafened.has(other) || this.halfOpen.has(one)) return;
        if (this.hangsUp) one.destroy();
        else if (one === target && this.answersToLose > 0) this.loseAnswer(caller);
        // What was on its way when the server fell silent is lost.
        else if (!this.isSilent) other.write(chunk);
      });
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        this.subscribers.delete(one);
        // Of a half-open connection the other side hears no end either.
        if (!this.halfOpen.has(one)) other.destroy();
      });
    }
  });

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** @returns the proxy, and the URL that reaches the server through it */
  static async before(serverUrl: string): Promise<{ proxy: TcpProxy; url: string }> {
    const url = new URL(serverUrl);
    const proxy = new TcpProxy(url.hostname, Number(url.port || 3306));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((proxy.server.address() as AddressInfo).port);
    return { proxy, url: url.href };
  }

  /** Open connections of clients. */
  get connections(): number {
    return this.sockets.size / 2;
  }

  /** Open connections that subscribed to a channel of Redis stay open and bring nothing any more. */
  deafenSubscribers(): void {
    for (const caller of this.subscribers) this.deafened.add(caller);
  }

  /** Connections that are open stay open and bring nothing any more, or only what clients send; new ones work. */
  halfOpenAll(lost: 'all' | 'answers' = 'all'): void {
    for (const [socket, side] of this.sockets) if (lost === 'all' || side === 'server') this.halfOpen.add(socket);
  }

  fallSilent(): void {
    this.isSilent = true;
  }

  /** Closes connections as soon as data arrives on them. */
  hangUp(): void {
    this.hangsUp = true;
  }

  /** Closes the connection in place of the next answers: the server has done its work. */
  loseAnswers(count: number): void {
    this.answersToLose = count;
  }

  speak(): void {
    this.isSilent = false;
    this.hangsUp = false;
  }

  /** Closes every open connection. */
  drop(): void {
    for (const socket of this.sockets.keys()) socket.destroy();
  }

  private loseAnswer(caller: Socket): void {
    this.answersToLose--;
    caller.destroy();
  }

  async close(): Promise<void> {
    this.server.close();
    this.drop();
    await once(this.server, 'close');
  }
}
