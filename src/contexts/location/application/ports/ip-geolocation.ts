import type { Place } from '../../domain/place.js';

/** Finds the place of an IPv4 or IPv6 address in local data. */
export abstract class IpGeolocation {
  /** Undefined for private and unknown addresses. */
  abstract find(ip: string): Promise<Place | undefined>;
}
