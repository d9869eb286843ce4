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
  /** Who announces the network of the address: `MTN NIGERIA Communication limited`. */
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
