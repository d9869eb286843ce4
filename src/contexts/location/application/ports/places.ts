import type { Place } from '../../domain/place.js';

/** Finds the place of an IPv4 or IPv6 address, without asking anybody. */
export abstract class Places {
  /** Undefined for private addresses and for those that nobody knows of. */
  abstract of(ip: string): Promise<Place | undefined>;
}
