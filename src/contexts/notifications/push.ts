import { Injectable } from '@nestjs/common';
import { wallMs } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';

export interface PushMessage {
  readonly title: string;
  readonly body: string;
}

export interface PushRequest {
  readonly userId: string;
  readonly message: PushMessage;
  /** Unique for message and user, such as event id and user id; at most 191 characters. */
  readonly key: string;
}

/** Written in the caller's unit of work, retried for a day, and sent once to a device for one key unless a crash follows the sending. */
export abstract class Push {
  /** Sends to every active device of the user. @param key as in PushRequest */
  abstract send(userId: string, message: PushMessage, key: string): Promise<void>;
  /** The returned function writes the messages in the caller's unit of work. */
  abstract prepareAll(requests: readonly PushRequest[]): Promise<() => Promise<void>>;
}

export interface NewPushDelivery {
  readonly messageKey: string;
  readonly userId: string;
  readonly registrationIds: readonly string[];
  readonly message: PushMessage;
}

export interface PushDelivery {
  readonly id: string;
  readonly messageKey: string;
  readonly userId: string;
  readonly registrationId: string;
  readonly message: PushMessage;
  readonly createdAt: number;
}

export interface UnconfirmedDelivery {
  readonly id: string;
  readonly ticket: string;
  readonly registrationId: string;
  /** Registration time of the device when it was sent, unix ms. */
  readonly registered: number;
  readonly createdAt: number;
}

export type DeliveryState =
  | { readonly state: 'waiting' }
  /** A receipt will tell; `registered` as in UnconfirmedDelivery. */
  | { readonly state: 'accepted'; readonly ticket: string; readonly registered: number }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** At most one delivery for a message key and device. */
export abstract class PushDeliveries {
  /** Existing ones stay. In the caller's unit of work. */
  abstract add(delivery: NewPushDelivery): Promise<void>;
  abstract listWaiting(messageKey: string): Promise<PushDelivery[]>;
  /** Deliveries that wait for a receipt since before this time, in the order of their ids, after the given one. */
  abstract listUnconfirmed(recordedBefore: number, afterId: string, limit: number): Promise<UnconfirmedDelivery[]>;
  /** Sets the state; a final one clears the text. */
  abstract setState(id: string, state: DeliveryState): Promise<void>;
  /** Still waiting and created between these times, in the order of their ids, after the given one. */
  abstract listStale(
    after: number,
    before: number,
    afterId: string,
    limit: number,
  ): Promise<{ id: string; messageKey: string }[]>;
  /** Removes deliveries created before this time, in any state; returns how many. */
  abstract remove(before: number, limit: number): Promise<number>;
}

export interface NewPushRegistration {
  readonly userId: string;
  /** The registration ends with it. */
  readonly sessionId: string;
  /** Which push service the token is of: `expo`, `fcm`. */
  readonly tokenType: string;
  /** At most 512 characters. */
  readonly pushToken: string;
  /** The client's notification channel, or empty. */
  readonly channelId: string;
}

export interface PushRegistration extends Omit<NewPushRegistration, 'sessionId'> {
  readonly id: string;
  /** `inactive`: the push service reported an invalid token. */
  readonly status: 'active' | 'inactive';
  readonly createdAt: number;
}

export abstract class PushDevices {
  /** Registers a device, in the caller's unit of work. A token belongs to the user who registered it last. */
  abstract register(registration: NewPushRegistration): Promise<void>;
  /** Ends the registrations of these sessions, in the caller's unit of work. */
  abstract end(sessionIds: readonly string[]): Promise<void>;
  abstract endAll(userId: string): Promise<void>;
  /** A user's registrations, newest first; only one where an id is given. */
  abstract list(userId: string, id?: string): Promise<PushRegistration[]>;
  /** The ids of the active registrations, by user; users without one are left out. */
  abstract activeOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Deactivates a registration, unless it was renewed since it was read. */
  abstract deactivate(registration: Pick<PushRegistration, 'id' | 'createdAt'>): Promise<void>;
}

export interface PushDevice {
  /** The same for each attempt, so that a repeated message replaces the one shown. */
  readonly deliveryId: string;
  readonly tokenType: string;
  readonly pushToken: string;
  /** May be empty. */
  readonly channelId: string;
}

/** Result of a sending. A `reason` is an error code of the service, never its text, which may quote the token. */
export type PushOutcome =
  /** `ticket`: names the receipt, where the service reports delivery later. */
  | { readonly kind: 'sent'; readonly ticket?: string }
  /** The token is permanently invalid. */
  | { readonly kind: 'dead'; readonly reason: string }
  /** This message is permanently refused for this device. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The service was unreachable or asks to retry. */
  | { readonly kind: 'later'; readonly reason: string };

export abstract class PushSender {
  /** One outcome for each device, in their order; does not reject for errors of a service. */
  abstract send(devices: readonly PushDevice[], message: PushMessage): Promise<PushOutcome[]>;
}

export abstract class PushReceipts {
  /** By ticket; unavailable results are left out. @throws when the service is unreachable */
  abstract read(tickets: readonly string[]): Promise<ReadonlyMap<string, PushOutcome>>;
}

export type PushService = 'expo' | 'fcm';

const EXPO_TOKEN = /^Expo(nent)?PushToken\[.+\]$/;
const BY_TYPE: Readonly<Record<string, PushService>> = { expo: 'expo', fcm: 'fcm', firebase: 'fcm', android: 'fcm', ios: 'fcm' };

/** The service of a device's token; undefined for an unknown one. Expo tokens have a recognisable format. */
export function pushServiceOf(device: { readonly tokenType: string; readonly pushToken: string }): PushService | undefined {
  if (EXPO_TOKEN.test(device.pushToken)) return 'expo';
  const type = device.tokenType.trim().toLowerCase();
  return Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined;
}

const KEPT = 50;

/** The push messages that this process would have sent, for the page of the sandbox; with real providers none are kept. */
export class RecentPushes {
  private readonly messages: (PushMessage & { readonly sentAt: string })[] = [];

  /** Replaced in a worker, whose starter has the page. */
  tell = (message: PushMessage): void => this.add(message);

  constructor(private readonly isKeeping: boolean) {}

  add({ title, body }: PushMessage): void {
    if (!this.isKeeping) return;
    this.messages.unshift({ title, body, sentAt: new Date(wallMs()).toISOString() });
    this.messages.length = Math.min(this.messages.length, KEPT);
  }

  /** Newest first. */
  all(): readonly (PushMessage & { readonly sentAt: string })[] {
    return this.messages;
  }
}

export const PUSH_TTL_MS = 24 * 60 * 60 * 1_000;

const MINUTE = 60_000;
/** Receipts are usually available after this time. */
const RECEIPT_DELAY_MS = 15 * MINUTE;
/** The service keeps receipts for this time. */
const RECEIPT_RETENTION_MS = 24 * 60 * MINUTE;
const RECEIPTS_AT_ONCE = 300;

@Injectable()
export class PushMessages {
  constructor(
    private readonly deliveries: PushDeliveries,
    private readonly devices: PushDevices,
    private readonly sender: PushSender,
    private readonly receipts: PushReceipts,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a message to those of a user's devices that have not had it, and deactivates devices with an invalid token.
   * @throws Error when a service asks to retry, so that the job tries again
   */
  async deliver(messageKey: string): Promise<void> {
    const waiting = await this.deliveries.listWaiting(messageKey);
    const [first] = waiting;
    if (!first) return;
    const registrations = new Map((await this.devices.list(first.userId)).map((device) => [device.id, device]));
    const ready: { delivery: PushDelivery; device: PushRegistration }[] = [];
    for (const delivery of waiting) {
      // A token that another user has registered since is not among this user's registrations.
      const device = registrations.get(delivery.registrationId);
      if (delivery.createdAt < this.clock.now() - PUSH_TTL_MS) await this.fail(delivery, 'too_late');
      else if (device?.status !== 'active') await this.fail(delivery, 'not_registered');
      else ready.push({ delivery, device });
    }
    if (ready.length === 0) return;
    const outcomes = await this.sender.send(
      ready.map(({ delivery, device }) => ({ ...device, deliveryId: delivery.id })),
      first.message,
    );
    await Promise.all(ready.map(({ delivery, device }, index) => this.note(delivery, device, outcomes[index]!)));
    const later = outcomes.flatMap((outcome) => (outcome.kind === 'later' ? [outcome.reason] : []));
    if (later.length > 0) throw new Error(`push messages wait for their services: ${[...new Set(later)].join(', ')}`);
  }

  private async note(delivery: PushDelivery, device: PushRegistration, outcome: PushOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'sent':
        return this.deliveries.setState(
          delivery.id,
          outcome.ticket === undefined
            ? { state: 'sent' }
            : { state: 'accepted', ticket: outcome.ticket, registered: device.createdAt },
        );
      case 'dead':
        await this.devices.deactivate(device);
        return this.fail(delivery, outcome.reason);
      case 'refused':
        return this.fail(delivery, outcome.reason);
      case 'later':
        return;
    }
  }

  private fail({ id }: PushDelivery, reason: string): Promise<void> {
    return this.deliveries.setState(id, { state: 'failed', reason });
  }

  /**
   * Reads the receipts of accepted messages; invalid tokens are often reported only there.
   * @throws when the service is unreachable
   */
  async readReceipts(): Promise<void> {
    const now = this.clock.now();
    let last = '';
    for (;;) {
      const page = await this.deliveries.listUnconfirmed(now - RECEIPT_DELAY_MS, last, RECEIPTS_AT_ONCE);
      if (page.length === 0) return;
      const outcomes = await this.receipts.read(page.map(({ ticket }) => ticket));
      for (const delivery of page) {
        const isExpired = delivery.createdAt < now - RECEIPT_RETENTION_MS;
        const outcome = outcomes.get(delivery.ticket) ?? (isExpired ? ({ kind: 'sent' } as const) : undefined);
        if (outcome) await this.noteReceipt(delivery, outcome);
      }
      last = page.at(-1)!.id;
    }
  }

  private async noteReceipt(delivery: UnconfirmedDelivery, outcome: PushOutcome): Promise<void> {
    if (outcome.kind === 'dead') await this.devices.deactivate({ id: delivery.registrationId, createdAt: delivery.registered });
    await this.deliveries.setState(delivery.id, stateAfter(outcome));
  }
}

function stateAfter(outcome: PushOutcome): DeliveryState {
  if (outcome.kind === 'sent') return { state: 'sent' };
  // Not delivered: the sweep sends it again.
  if (outcome.kind === 'later') return { state: 'waiting' };
  return { state: 'failed', reason: outcome.reason };
}
