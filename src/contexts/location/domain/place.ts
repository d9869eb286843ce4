/** Where on Earth an address is, as far as it is known; texts are empty and coordinates undefined where they are not. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string;
  /** In English. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  /** IANA name: `Africa/Lagos`. */
  readonly timeZone: string;
  /** Degrees. */
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | undefined;
}

/** The place of an address that nobody knows of. */
export const NOWHERE: Place = { countryCode: '', country: '', region: '', city: '', timeZone: '', coordinates: undefined };

/** From where and with what a user signed in, written down when either is another one than the time before. */
export interface LocationRecord {
  /** That of the login which it was taken from. */
  readonly id: string;
  readonly userId: string;
  readonly ip: string;
  readonly place: Place;
  readonly deviceSerial: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Whether two records tell the same. */
export function isSameLocation(one: LocationRecord, other: LocationRecord): boolean {
  const names = ({ deviceSerial, place }: LocationRecord) => [deviceSerial, place.countryCode, place.region, place.city];
  return names(one).join('\n') === names(other).join('\n');
}
