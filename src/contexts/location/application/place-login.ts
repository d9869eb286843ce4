import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { LoginRecords, type LoginRecord } from '../../identity/index.js';
import { isSameLocation, type LocationRecord, NOWHERE, type Place } from '../domain/place.js';
import { LocationRecords } from './ports/location-records.js';
import { Places } from './ports/places.js';

/** Finds out where a login came from, and keeps it as a location of the user's where it is news. */
@Injectable()
export class PlaceLogin {
  constructor(
    private readonly logins: LoginRecords,
    private readonly places: Places,
    private readonly records: LocationRecords,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** May be told of the same login any number of times. */
  async execute(loginId: string): Promise<void> {
    const login = await this.logins.find(loginId);
    if (!login) return;
    const place = await this.places.of(login.ip);
    await this.unitOfWork.run(async () => {
      if (place) await this.logins.setPlace(login.id, place);
      if (login.outcome === 'success') await this.keep(recordOf(login, place ?? NOWHERE));
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
