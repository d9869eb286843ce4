import { Cluster } from 'ioredis';
import type { Clock } from '../../../../kernel/clock.js';
import type { SecretBox } from '../../../../platform/crypto/secret-box.js';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { RedisSubscription } from '../../../../platform/redis/redis-subscription.js';
import { decode, encode, type Message } from './messages.js';

/** Changes with the form of the messages, so that processes of two versions do not misread each other. */
const VERSION = 1;
/** An older message is a recorded one. */
const LONGEST_WAY_MS = 60_000;

/** Encrypted messages between processes by Redis publish and subscribe; those sent while the receiver is away are lost. */
export class ProcessChannel {
  private readonly subscription: RedisSubscription;
  private isSubscribed = false;
  private receive: (from: string, message: Message) => void = () => undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    readonly self: string,
  ) {
    this.subscription = new RedisSubscription(redis, this.name(self), {
      subscribed: () => (this.isSubscribed = true),
      interrupted: () => (this.isSubscribed = false),
      message: (text) => this.open(text),
    });
  }

  get isConnected(): boolean {
    return this.isSubscribed && this.redis.client.status === 'ready';
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
    this.receive(from, decode(text.slice(from.length + sentAt.length + 2)));
  }

  private name(process: string): string {
    return this.redis.key('ledger', `v${VERSION}`, process);
  }
}
