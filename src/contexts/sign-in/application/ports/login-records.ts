import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account } from '../../domain/account.js';
import type { Device } from './sessions.js';

export interface NewLoginRecord {
  readonly userId: string;
  readonly ip: string;
  readonly device: Device;
  readonly outcome: 'success' | 'failed';
}

export interface LoginRecord extends NewLoginRecord {
  readonly id: string;
  /** Empty until the place is known. */
  readonly city: string;
  readonly country: string;
  readonly createdAt: number;
}

export interface LoginOrigin {
  readonly ip: string;
  /** Of the device. */
  readonly serial: string;
}

export abstract class LoginHistory {
  abstract list(userId: string, page: PageRequest): Promise<Page<LoginRecord>>;
}

export abstract class LoginRecords extends LoginHistory {
  /** @returns its id */
  abstract add(record: NewLoginRecord): Promise<string>;
  /** Outside of a unit of work; a failure is logged. */
  abstract addInBackground(record: NewLoginRecord): void;
  abstract find(id: string): Promise<LoginRecord | undefined>;
  /** The first successful login by user id; users without one are left out. */
  abstract firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, LoginRecord>>;
  /** Of the devices that signed in. */
  abstract deviceSerials(userId: string): Promise<string[]>;
  /** Each address and device of a successful login in a time. */
  abstract origins(userId: string, span: { readonly since: number; readonly until: number }): Promise<LoginOrigin[]>;
  abstract removeAll(userId: string): Promise<void>;
  abstract setPlace(id: string, place: { readonly city: string; readonly country: string }): Promise<void>;
  /** Whether a device signed in from this address. */
  abstract knowsAddress(userId: string, ip: string): Promise<boolean>;
  /** Whether the device signed in since the account's devices are trusted. */
  abstract knowsDevice(account: Pick<Account, 'id' | 'devicesTrustedFrom'>, deviceSerial: string): Promise<boolean>;
}
