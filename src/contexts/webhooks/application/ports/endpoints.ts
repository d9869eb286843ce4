import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Endpoint } from '../../domain/endpoint.js';

export abstract class Endpoints {
  abstract add(endpoint: Endpoint, secret: string): Promise<void>;
  abstract find(id: string): Promise<Endpoint | undefined>;
  /** Locked until the end of the caller's unit of work. */
  abstract lock(id: string): Promise<Endpoint | undefined>;
  /** Writes url, events, description and status. Activation resets the failure count. */
  abstract save(endpoint: Endpoint): Promise<void>;
  abstract remove(id: string): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Endpoint>>;
  abstract active(): Promise<Endpoint[]>;
  /** Replaces the secret; the previous one stays valid until `overlapUntil` (unix ms). */
  abstract rotate(id: string, secret: string, overlapUntil: number): Promise<void>;
  /** The valid secrets, newest first. */
  abstract secrets(id: string): Promise<string[]>;
  /** Counts a failed webhook; true when the limit is reached and the endpoint is now disabled. */
  abstract countFailure(id: string, limit: number): Promise<boolean>;
  /** Resets the count after a success. */
  abstract resetFailures(id: string): Promise<void>;
}
