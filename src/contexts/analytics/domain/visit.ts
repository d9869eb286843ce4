import { maskSerial } from '../../../kernel/masking.js';
import { maskAddress } from '../../../kernel/addresses.js';

/** One entry for an address and day in Lagos, of its first visit. */
export interface Visit {
  readonly id: string;
  readonly day: string;
  readonly ip: string;
  /** ISO code; empty, like the names, where it is not known. */
  readonly countryCode: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly deviceName: string;
  readonly deviceType: string;
  readonly deviceSerial: string;
  readonly createdAt: number;
}

export interface AdView {
  readonly id: string;
  readonly day: string;
  readonly adId: string;
  readonly sourceId: string;
  readonly country: string;
  readonly city: string;
  readonly deviceName: string;
  readonly deviceType: string;
  readonly deviceSerial: string;
  readonly createdAt: number;
}

/** Without what tells one person's device from another. */
export function maskVisit(visit: Visit): Visit {
  return { ...visit, ip: maskAddress(visit.ip), deviceSerial: maskSerial(visit.deviceSerial) };
}

/** Without what tells one person's device from another. */
export function maskAdView(view: AdView): AdView {
  return { ...view, deviceSerial: maskSerial(view.deviceSerial) };
}
