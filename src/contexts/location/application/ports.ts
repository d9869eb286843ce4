import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { LocationRecord, Place } from '../domain/place.js';

/** Finds the place of an IPv4 or IPv6 address in local data. */
export abstract class IpGeolocation {
  /** Undefined for private and unknown addresses. */
  abstract find(ip: string): Promise<Place | undefined>;
}

/** Kind of records; for countries, states and cities only the newest record of each. */
export type LocationFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'id'; readonly id: string }
  /** `within`: a name of the place itself or of one that it lies in, or a country's code. */
  | { readonly kind: 'countries' | 'states' | 'cities'; readonly within: string | undefined };

export abstract class LocationRecords {
  abstract add(record: LocationRecord): Promise<void>;
  /** The user's last record up to this time (unix ms). */
  abstract findLast(userId: string, upTo: number): Promise<LocationRecord | undefined>;
  abstract list(userId: string, filter: LocationFilter, page: PageRequest): Promise<Page<LocationRecord>>;
}
