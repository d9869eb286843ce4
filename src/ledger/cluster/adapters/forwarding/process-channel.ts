import { Cluster } from 'ioredis';
import type { Clock } from '../../../../kernel/clock.js';
import { every, type Timer } from '../../../../kernel/timers.js';
import type { SecretBox } from '../../../../platform/crypto/secret-box.js';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { RedisSubscription } from '../../../../platform/redis/redis-subscription.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { decode, encode, type Message } from './messages.js';

/** Changes with the form of the messages, so that processes of two versions do not misread each other. */
const VERSION = 2;
/** An older message is a recorded one. */
const LONGEST_WAY_MS = 60_000;
const PING_EVERY_MS = 500;
/** Pings in a row that were published and did not come back. */
const MOST_UNHEARD = 3;

/**
 * Encrypted messages between processes by Redis publish and subscribe; those sent while the receiver is away are lost. A process
 * pings itself, because a connection may look open to both sides and bring nothing.
 */
export class ProcessChannel {
  private readonly subscription: RedisSubscription;
  private isSubscribed = false;
  private unheard = 0;
  private deaf = false;
  private readonly timer: Timer;
  private receive: (from: string, message: Message) => void = () => undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    readonly self: string,
    private readonly log: Log,
  ) {
    this.timer = every(PING_EVERY_MS, () => void this.ping());
    this.subscription = new RedisSubscription(redis, this.name(self), {
      subscribed: () => (this.isSubscribed = true),
      interrupted: () => (this.isSubscribed = false),
      message: (text) => this.open(text),
    });
  }

  get isConnected(): boolean {
    return this.isSubscribed && !this.deaf && this.redis.client.status === 'ready';
  }

  /** What is sent to this process does not arrive, though Redis takes it; until a ping comes back. */
  get isDeaf(): boolean {
    return this.deaf;
  }

  onMessage(receive: (from: string, message: Message) => void): void {
    this.receive = receive;
  }

  /** @returns false where nobody listens, as far as Redis knows. Rejects where it is away. */
  async send(to: string, message: Message): Promise<boolean> {
    const text = `${this.self} ${this.clock.now()} ${encode(message)}`;
    const { client } = this.redis;
    const listeners = await client.publish(this.name(to), this.box.encrypt(text, this.name(to)));
    // A node of a cluster counts its own connections only.
    return listeners > 0 || client instanceof Cluster;
  }

  close(): void {
    this.timer.stop();
    this.subscription.close();
  }

  private open(encrypted: string): void {
    let text: string;
    try {
      text = this.box.decrypt(encrypted, this.name(this.self));
    } catch {
      // From another APP_KEY, or altered: whoever sent it gets no answer.
      return;
    }
    const [from = '', sentAt = ''] = text.split(' ', 2);
    if (Math.abs(this.clock.now() - Number(sentAt)) > LONGEST_WAY_MS) return;
    const message = decode(text.slice(from.length + sentAt.length + 2));
    if ('ping' in message) this.heard(from);
    else this.receive(from, message);
  }

  private async ping(): Promise<void> {
    if (!this.isSubscribed || this.redis.client.status !== 'ready') return;
    if (this.unheard >= MOST_UNHEARD) {
      if (!this.deaf) this.log.warning('messages of Redis do not arrive, so its subscription is opened anew');
      this.deaf = true;
      this.unheard = 0;
      return this.subscription.reopen();
    }
    this.unheard++;
    // It is Redis that is away then, which every process sees.
    await this.send(this.self, { ping: true }).catch(() => (this.unheard = 0));
  }

  private heard(from: string): void {
    if (from !== this.self) return;
    this.unheard = 0;
    this.deaf = false;
  }

  private name(process: string): string {
    return this.redis.key('ledger', `v${VERSION}`, process);
  }
}
