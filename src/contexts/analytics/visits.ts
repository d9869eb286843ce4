import { maskSerial } from '../../kernel/masking.js';
import { maskAddress } from '../../kernel/addresses.js';
import type { Figures } from './statistics.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { newId } from '../../kernel/ids.js';
import { IpGeolocation } from '../location/index.js';

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

/** Leaves out fields that tell one person's device from another. */
export function maskVisit(visit: Visit): Visit {
  return { ...visit, ip: maskAddress(visit.ip), deviceSerial: maskSerial(visit.deviceSerial) };
}

/** Leaves out fields that tell one person's device from another. */
export function maskAdView(view: AdView): AdView {
  return { ...view, deviceSerial: maskSerial(view.deviceSerial) };
}

export type DeviceKind = 'mobile' | 'computer' | 'other';

const MOBILE = /mobile|phone|tablet|android|ios|ipad/i;
const COMPUTER = /desktop|computer|laptop|notebook|\bpc\b|mac|windows|linux|web/i;

export function deviceKind(type: string): DeviceKind {
  if (MOBILE.test(type)) return 'mobile';
  return COMPUTER.test(type) ? 'computer' : 'other';
}

export function visitFigures(kind: DeviceKind, visits: number): Partial<Figures> {
  return { newVisitors: visits, mobiles: kind === 'mobile' ? visits : 0, computers: kind === 'computer' ? visits : 0 };
}

export abstract class VisitStore {
  abstract exists(ip: string, day: string): Promise<boolean>;
  /** Writes and counts an entry in a transaction of its own; does nothing where the address has one for the day. */
  abstract add(visit: Visit): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Visit>>;
  /** The first of a device on a day. */
  abstract addAdView(view: AdView): Promise<void>;
  abstract listAdViews(page: PageRequest): Promise<Page<AdView>>;
}

/** The client's own description; fields may be empty. */
export interface VisitorDevice {
  readonly name: string;
  readonly type: string;
  readonly serial: string;
}

export interface NewAdView {
  readonly adId: string;
  /** May be empty. */
  readonly sourceId: string;
  readonly device: VisitorDevice;
  /** As the client says, else by its address. */
  readonly country: string | undefined;
  readonly city: string | undefined;
}

/** Visits of the pages, and views of advertisements. */
@Injectable()
export class Visits {
  constructor(
    private readonly store: VisitStore,
    private readonly geolocation: IpGeolocation,
    private readonly clock: Clock,
  ) {}

  async record(ip: string, device: VisitorDevice): Promise<void> {
    const createdAt = this.clock.now();
    const day = lagosDate(createdAt);
    if (await this.store.exists(ip, day)) return;
    const place = await this.geolocation.find(ip);
    await this.store.add({
      id: newId(),
      day,
      ip,
      countryCode: place?.countryCode ?? '',
      country: place?.country ?? '',
      region: place?.region ?? '',
      city: place?.city ?? '',
      deviceName: device.name,
      deviceType: device.type,
      deviceSerial: device.serial,
      createdAt,
    });
  }

  list(page: PageRequest): Promise<Page<Visit>> {
    return this.store.list(page);
  }

  async recordAdView({ adId, sourceId, device, country, city }: NewAdView, ip: string): Promise<void> {
    const createdAt = this.clock.now();
    const place = country === undefined || city === undefined ? await this.geolocation.find(ip) : undefined;
    await this.store.addAdView({
      id: newId(),
      day: lagosDate(createdAt),
      adId,
      sourceId,
      country: country ?? place?.country ?? '',
      city: city ?? place?.city ?? '',
      deviceName: device.name,
      deviceType: device.type,
      deviceSerial: device.serial,
      createdAt,
    });
  }

  listAdViews(page: PageRequest): Promise<Page<AdView>> {
    return this.store.listAdViews(page);
  }
}
