import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { newId } from '../../../kernel/ids.js';
import { IpGeolocation } from '../../location/index.js';
import { AdViews } from './ports.js';
import type { VisitorDevice } from './record-visit.js';

export interface NewAdView {
  readonly adId: string;
  /** May be empty. */
  readonly sourceId: string;
  readonly device: VisitorDevice;
  /** As the client says, else by its address. */
  readonly country: string | undefined;
  readonly city: string | undefined;
}

@Injectable()
export class RecordAdView {
  constructor(
    private readonly views: AdViews,
    private readonly geolocation: IpGeolocation,
    private readonly clock: Clock,
  ) {}

  async execute({ adId, sourceId, device, country, city }: NewAdView, ip: string): Promise<void> {
    const createdAt = this.clock.now();
    const place = country === undefined || city === undefined ? await this.geolocation.find(ip) : undefined;
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
