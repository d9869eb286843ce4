import type { HarmattanClient } from '@harmattan/client';

export interface Customer {
  readonly client: HarmattanClient;
  readonly name: string;
  readonly email: string;
  readonly userId: string;
  readonly referenceId: string;
  /** Expected, in Naira. */
  balance: number;
}
