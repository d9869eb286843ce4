import { type NewPushRegistration, PushRegistrations } from './push-registrations.js';

export interface PushRegistration extends NewPushRegistration {
  readonly id: string;
  /** `inactive`: the push service reported the token dead. */
  readonly status: 'active' | 'inactive';
  /** Unix ms of the last registration. */
  readonly createdAt: number;
}

/** Push registrations with their reading side, which only their own context uses. */
export abstract class PushDevices extends PushRegistrations {
  /** A user's registrations, newest first; one of them where an id is given. */
  abstract list(userId: string, id?: string): Promise<PushRegistration[]>;
  /** Marks a token as dead, unless it was registered anew since `registration` was read. */
  abstract deactivate(registration: Pick<PushRegistration, 'id' | 'createdAt'>): Promise<void>;
}
