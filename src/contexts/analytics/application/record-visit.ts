import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { newId } from '../../../kernel/ids.js';
import { IpGeolocation } from '../../location/index.js';
import { Visits } from './ports.js';

/** As the client describes it; fields may be empty. */
export interface VisitorDevice {
  readonly name: string;
  readonly type: string;
  readonly serial: string;
}

@Injectable()
export class RecordVisit {
  constructor(
    private readonly visits: Visits,
    private readonly geolocation: IpGeolocation,
    private readonly clock: Clock,
  ) {}

  async execute(ip: string, device: VisitorDevice): Promise<void> {
    const createdAt = this.clock.now();
    const day = lagosDate(createdAt);
    if (await this.visits.exists(ip, day)) return;
    const place = await this.geolocation.find(ip);
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
