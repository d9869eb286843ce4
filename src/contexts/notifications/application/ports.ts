import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert } from '../../../kernel/row-changes.js';

export interface NewNotice {
  readonly userId: string;
  /** At most 255 characters. */
  readonly subject: string;
  readonly message: string;
}

export interface KeyedNotice extends NewNotice {
  /** A user has one notice with this id and time. */
  readonly id: string;
  readonly createdAt: number;
}

export abstract class Notices {
  abstract add(notice: NewNotice): Promise<void>;
  /** Adds notices, in the caller's unit of work; existing ones are skipped. */
  abstract addAll(notices: readonly KeyedNotice[]): Promise<void>;
  /** The notice as a row of a ledger command, created at the command's commit time. */
  abstract toRow(notice: NewNotice): RowInsert;
}

export interface Notice {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
  readonly createdAt: number;
}

export abstract class NoticeStore extends Notices {
  abstract list(userId: string, page: PageRequest): Promise<Page<Notice>>;
}

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
  abstract listWaiting(messageKey: string): Promise<PushDelivery[]>;
  /** Deliveries that wait for a receipt since before this time, in the order of their ids, after the given one. */
  abstract listUnconfirmed(recordedBefore: number, afterId: string, limit: number): Promise<UnconfirmedDelivery[]>;
  /** Sets the state; a final one clears the text. */
  abstract setState(id: string, state: DeliveryState): Promise<void>;
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

export abstract class PushRegistrations {
  /** Registers a device, in the caller's unit of work. A token belongs to the user who registered it last. */
  abstract register(registration: NewPushRegistration): Promise<void>;
  /** Ends the registrations of these sessions, in the caller's unit of work. */
  abstract end(sessionIds: readonly string[]): Promise<void>;
  abstract endAll(userId: string): Promise<void>;
}

export interface PushRegistration extends Omit<NewPushRegistration, 'sessionId'> {
  readonly id: string;
  /** `inactive`: the push service reported an invalid token. */
  readonly status: 'active' | 'inactive';
  readonly createdAt: number;
}

export abstract class PushDevices extends PushRegistrations {
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

/** `unavailable`: certainly not sent, and may be tried again; `unconfigured`: there is no gateway. */
export type SmsOutcome = 'sent' | 'refused' | 'unavailable' | 'unconfigured';

export abstract class Sms {
  /** Messages are files of this machine, which their recipients do not get. */
  readonly writesFiles: boolean = false;
  /** At once. Call it outside of a unit of work. @param to in E.164 */
  abstract send(to: string, text: string): Promise<SmsOutcome>;
}

export abstract class StaffAlerts {
  /** In the caller's unit of work. @param description names records by id or reference; holds no secrets and no words of users */
  abstract add(description: string): Promise<void>;
}
