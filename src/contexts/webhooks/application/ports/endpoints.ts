import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Endpoint, EventName } from '../../domain/endpoint.js';

export abstract class Endpoints {
  abstract add(endpoint: Endpoint, secret: string): Promise<void>;
  abstract find(id: string): Promise<Endpoint | undefined>;
  /** Locked for the rest of the caller's unit of work. */
  abstract lock(id: string): Promise<Endpoint | undefined>;
  /** Writes url, events, description and status. An endpoint that becomes active starts without strikes. */
  abstract save(endpoint: Endpoint): Promise<void>;
  abstract remove(id: string): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Endpoint>>;
  /** The active endpoints that want this event. */
  abstract subscribers(event: EventName): Promise<Endpoint[]>;
  /** Replaces the secret; the one before stays valid until `overlapUntil` (unix ms). */
  abstract rotate(id: string, secret: string, overlapUntil: number): Promise<void>;
  /** The secrets that are valid now, the newest first. */
  abstract secrets(id: string): Promise<string[]>;
  /** Counts a webhook that was given up; true when that was one too many and disabled the endpoint. */
  abstract strike(id: string, limit: number): Promise<boolean>;
  /** A webhook arrived: those given up are no longer in a row. */
  abstract forgive(id: string): Promise<void>;
}
