import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { LoginRecords, type LoginRecord } from '../../sign-in/index.js';
import { isSameLocation, type LocationRecord, UNKNOWN_PLACE, type Place } from '../domain/place.js';
import { IpGeolocation, LocationRecords } from './ports.js';

/** Finds the place of a login and records it where it differs from the user's last one. */
@Injectable()
export class LocateLogin {
  constructor(
    private readonly logins: LoginRecords,
    private readonly geolocation: IpGeolocation,
    private readonly records: LocationRecords,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(loginId: string): Promise<void> {
    const login = await this.logins.find(loginId);
    if (!login) return;
    const place = await this.geolocation.find(login.ip);
    await this.unitOfWork.run(async () => {
      if (place) await this.logins.setPlace(login.id, place);
      if (login.outcome === 'success') await this.keep(recordOf(login, place ?? UNKNOWN_PLACE));
    });
  }

  private async keep(record: LocationRecord): Promise<void> {
    const last = await this.records.findLast(record.userId, record.createdAt);
    if (!last || !isSameLocation(last, record)) await this.records.add(record);
  }
}

function recordOf({ id, userId, ip, device, createdAt }: LoginRecord, place: Place): LocationRecord {
  return { id, userId, ip, place, deviceSerial: device.serial, createdAt };
}
