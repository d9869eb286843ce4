import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Device } from './sessions.js';

export interface LoginRecord {
  readonly userId: string;
  readonly ip: string;
  readonly device: Device;
  readonly outcome: 'success' | 'failed';
}

/** A login as it was written down. */
export interface RecordedLogin extends LoginRecord {
  readonly id: string;
  /** Empty until the place is known. */
  readonly city: string;
  readonly country: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Who signed in, or tried to, from where and with what. */
export abstract class LoginHistory {
  /** Newest first. */
  abstract list(userId: string, page: PageRequest): Promise<Page<RecordedLogin>>;
}

/** The history with what is written into it. */
export abstract class LoginRecords extends LoginHistory {
  /** Writes a record, in the caller's unit of work where there is one. */
  abstract add(record: LoginRecord): Promise<void>;
  /** Writes a record soon, without anybody waiting; outside of a unit of work. */
  abstract addSoon(record: LoginRecord): void;
  abstract find(id: string): Promise<RecordedLogin | undefined>;
  /** The first login of each of these users that succeeded, by user id; users without one are left out. */
  abstract firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, RecordedLogin>>;
  /** Notes the place that a login came from. */
  abstract setPlace(id: string, place: { readonly city: string; readonly country: string }): Promise<void>;
  /** Whether the user signed in with this device before. */
  abstract knowsDevice(userId: string, deviceSerial: string): Promise<boolean>;
}
