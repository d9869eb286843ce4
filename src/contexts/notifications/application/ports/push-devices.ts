import { type NewPushRegistration, PushRegistrations } from './push-registrations.js';

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
