import type { ForwardedCommands } from '../../src/ledger/cluster/adapters/forwarding/forwarded-commands.js';
import type { ForwardingLedger } from '../../src/ledger/cluster/adapters/forwarding/forwarding-ledger.js';
import { decode, encode, type Message } from '../../src/ledger/cluster/adapters/forwarding/messages.js';
import type { Fault } from './schedule.js';
import type { Host, World } from './world.js';

/** A process hears that it is deaf after so many pings, and subscribes anew. */
const NOTICED_AFTER_MS = 2_000;

interface Listener {
  readonly host: Host;
  readonly channel: SimulatedChannel;
  readonly received: Pick<ForwardedCommands, 'receive'>;
  readonly forwarding: Pick<ForwardingLedger, 'answered'>;
}

export interface RedisWorld {
  readonly world: World;
  nextMessageFault(): Fault | undefined;
  latencyMs(): number;
}

/** Publish and subscribe: a message reaches who listens now, or nobody; it may be lost, come twice, or late. */
export class SimulatedRedis {
  awayUntilMs = 0;
  private readonly listeners = new Map<string, Listener>();

  constructor(private readonly parts: RedisWorld) {}

  get isAway(): boolean {
    return this.awayUntilMs > this.parts.world.nowMs;
  }

  listen(listener: Listener): void {
    this.listeners.set(listener.host.name, listener);
  }

  leave(name: string): void {
    this.listeners.delete(name);
  }

  /** @returns whether somebody listens */
  async publish(from: string, to: string, message: Message): Promise<boolean> {
    const { world } = this.parts;
    const text = encode(message);
    const fault = this.parts.nextMessageFault();
    await world.sleep(this.parts.latencyMs());
    if (this.isAway) throw new Error('Redis is away');
    const listener = this.listeners.get(to);
    if (!listener) return false;
    if (fault) world.tell(`message from ${from} to ${to} ${fault.how}`);
    const isHeard = fault?.how !== 'dropped' && listener.channel.deafUntilMs <= world.nowMs;
    const waitsMs = [this.parts.latencyMs() + (fault?.how === 'late' ? fault.ms : 0)];
    if (fault?.how === 'doubled') waitsMs.push(this.parts.latencyMs() + fault.ms * fault.share);
    if (isHeard)
      for (const ms of waitsMs) world.on(listener.host, () => world.after(ms, () => receive(listener, from, decode(text))));
    await world.sleep(this.parts.latencyMs());
    return true;
  }
}

function receive({ received, forwarding }: Listener, from: string, message: Message): void {
  if ('commands' in message) received.receive(from, message.commands);
  else if ('outcomes' in message) forwarding.answered(message.outcomes, message.waiting);
}

/** What `ProcessChannel` is to the ledger. */
export class SimulatedChannel {
  deafUntilMs = 0;
  private deafSinceMs = 0;

  constructor(
    private readonly redis: SimulatedRedis,
    private readonly world: World,
    private readonly self: string,
  ) {}

  get isConnected(): boolean {
    return !this.redis.isAway && !this.isDeaf;
  }

  get isDeaf(): boolean {
    return this.deafUntilMs > this.world.nowMs && this.world.nowMs - this.deafSinceMs > NOTICED_AFTER_MS;
  }

  deafen(ms: number): void {
    this.deafSinceMs = this.world.nowMs;
    this.deafUntilMs = this.world.nowMs + ms;
  }

  send(to: string, message: Message): Promise<boolean> {
    return this.redis.publish(this.self, to, message);
  }
}
