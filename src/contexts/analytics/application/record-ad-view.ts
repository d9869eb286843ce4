import { Injectable } from '@nestjs/common';
import { Clock, lagosDate } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { Places } from '../../location/index.js';
import { AdViews } from './ports/ad-views.js';
import type { VisitorDevice } from './record-visit.js';

export interface SeenAd {
  readonly adId: string;
  /** Empty where the client gives none. */
  readonly sourceId: string;
  readonly device: VisitorDevice;
  /** Where the client says that it is; found out by its address where it says nothing. */
  readonly country: string | undefined;
  readonly city: string | undefined;
}

/** Keeps one entry for an ad, device and day. */
@Injectable()
export class RecordAdView {
  constructor(
    private readonly views: AdViews,
    private readonly places: Places,
    private readonly clock: Clock,
  ) {}

  async execute({ adId, sourceId, device, country, city }: SeenAd, ip: string): Promise<void> {
    const createdAt = this.clock.now();
    const place = country === undefined || city === undefined ? await this.places.of(ip) : undefined;
    await this.views.add({
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
}
