import { failures } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { LoginRecords, type LoginRecord } from '../sign-in/index.js';

/** The place of an address; unknown texts are empty, unknown coordinates undefined. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
  /** IANA name: `Africa/Lagos`. */
  readonly timeZone: string;
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | undefined;
  /** The operator that announces the network of the address: `MTN NIGERIA Communication limited`. */
  readonly networkOperator: string;
}

export const UNKNOWN_PLACE: Place = {
  countryCode: '',
  country: '',
  region: '',
  city: '',
  timeZone: '',
  coordinates: undefined,
  networkOperator: '',
};

/** Place and device of a login, recorded when either differs from the user's last record. */
export interface LocationRecord {
  readonly id: string;
  readonly userId: string;
  readonly ip: string;
  readonly place: Place;
  readonly deviceSerial: string;
  readonly createdAt: number;
}

export function isSameLocation(one: LocationRecord, other: LocationRecord): boolean {
  const names = ({ deviceSerial, place }: LocationRecord) => [deviceSerial, place.countryCode, place.region, place.city];
  return names(one).join('\n') === names(other).join('\n');
}

/** User-assigned in ISO 3166; Unicode uses it for an unknown country. */
export const UNKNOWN_COUNTRY = 'ZZ';

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of a country by its ISO code; `Unknown` for an invalid one. */
export function countryName(code: string): string {
  if (code === UNKNOWN_COUNTRY || !/^[A-Z]{2}$/.test(code)) return 'Unknown';
  return countryNames.of(code) ?? 'Unknown';
}

export const locationFailures = failures('location', {
  not_found: ['not_found', 'We are unable to find data matching your request'],
});

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

export abstract class LocationStore {
  abstract add(record: LocationRecord): Promise<void>;
  /** The user's last record up to this time (unix ms). */
  abstract findLast(userId: string, upTo: number): Promise<LocationRecord | undefined>;
  abstract list(userId: string, filter: LocationFilter, page: PageRequest): Promise<Page<LocationRecord>>;
}

@Injectable()
export class Locations {
  constructor(
    private readonly logins: LoginRecords,
    private readonly geolocation: IpGeolocation,
    private readonly store: LocationStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Finds the place of a login, and records it where it differs from the user's last one. */
  async record(loginId: string): Promise<void> {
    const login = await this.logins.find(loginId);
    if (!login) return;
    const place = await this.geolocation.find(login.ip);
    await this.unitOfWork.run(async () => {
      if (place) await this.logins.setPlace(login.id, place);
      if (login.outcome === 'success') await this.keep(recordOf(login, place ?? UNKNOWN_PLACE));
    });
  }

  private async keep(record: LocationRecord): Promise<void> {
    const last = await this.store.findLast(record.userId, record.createdAt);
    if (!last || !isSameLocation(last, record)) await this.store.add(record);
  }
}

function recordOf({ id, userId, ip, device, createdAt }: LoginRecord, place: Place): LocationRecord {
  return { id, userId, ip, place, deviceSerial: device.serial, createdAt };
}
