import type { Clock } from '../../../../kernel/clock.js';
import type { SecretBox } from '../../../../platform/crypto/secret-box.js';
import type { Leases } from '../../../../platform/queue/leases.js';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import type { GroupCommitLedger } from '../../../application/group-commit-ledger.js';
import { ForwardedCommands } from './forwarded-commands.js';
import { ForwardingLedger } from './forwarding-ledger.js';
import { ProcessChannel } from './process-channel.js';
import { WriterLease } from './writer-lease.js';

interface Parts {
  readonly own: GroupCommitLedger;
  readonly leases: Leases;
  readonly redis: RedisConnection;
  readonly box: SecretBox;
  /** The same in every process. */
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process may become the writer. */
  readonly isCandidate?: boolean;
  readonly observe: (outcome: 'answered' | 'taken_back') => void;
  readonly detached?: (work: () => void) => void;
}

/** One of the processes on a database writes the ledger for all of them. */
export class CommandForwarding {
  readonly ledger: ForwardingLedger;
  private readonly own: GroupCommitLedger;
  private readonly lease: WriterLease;
  private readonly channel: ProcessChannel;
  private readonly received: ForwardedCommands;

  constructor({ own, leases, redis, box, clock, log, isCandidate = true, observe, detached }: Parts) {
    this.own = own;
    this.lease = new WriterLease(leases, log, () => isCandidate && !this.channel.isDeaf);
    this.channel = new ProcessChannel(redis, box, clock, this.lease.self, log);
    const writer = () => (this.isWriter ? undefined : this.lease.writer);
    this.ledger = new ForwardingLedger(own, this.channel, writer, observe, detached);
    this.received = new ForwardedCommands(own, this.channel, () => this.isWriter);
    this.channel.onMessage((from, message) => {
      if ('commands' in message) this.received.receive(from, message.commands);
      else if ('outcomes' in message) this.ledger.answered(message.outcomes, message.waiting);
    });
  }

  get isWriter(): boolean {
    return this.lease.writer === this.lease.self;
  }

  start(): Promise<void> {
    return this.lease.start();
  }

  /** Gives the lease away, and ends once every command has its outcome. */
  async close(): Promise<void> {
    await this.lease.release();
    this.ledger.close();
    await this.own.close();
    this.received.close();
    this.channel.close();
  }
}
