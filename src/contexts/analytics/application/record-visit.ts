import { Injectable } from '@nestjs/common';
import { Clock, lagosDate } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { Places } from '../../location/index.js';
import { Visits } from './ports/visits.js';

/** What a visitor looks at the service with; empty where the client gives nothing. */
export interface VisitorDevice {
  readonly name: string;
  readonly type: string;
  readonly serial: string;
}

/** Keeps one entry for an address and day: the first visit. */
@Injectable()
export class RecordVisit {
  constructor(
    private readonly visits: Visits,
    private readonly places: Places,
    private readonly clock: Clock,
  ) {}

  async execute(ip: string, device: VisitorDevice): Promise<void> {
    const createdAt = this.clock.now();
    const day = lagosDate(createdAt);
    if (await this.visits.isKnown(ip, day)) return;
    const place = await this.places.of(ip);
    await this.visits.add({
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
}
