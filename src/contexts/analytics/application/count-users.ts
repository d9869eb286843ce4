import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { LoginRecords, Registrations } from '../../sign-in/index.js';
import { IpGeolocation, UNKNOWN_COUNTRY } from '../../location/index.js';
import { periodOf } from '../domain/calendar.js';
import { PeriodCounter } from '../domain/period-counter.js';
import { CountedRecords, type CountedUser, Statistics } from './ports.js';

/** Counts each user once, on the day and in the country of the first login; later activity counts for that country too. */
@Injectable()
export class CountUsers {
  constructor(
    private readonly registrations: Registrations,
    private readonly logins: LoginRecords,
    private readonly geolocation: IpGeolocation,
    private readonly counted: CountedRecords,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns how many users were not counted yet. Call it outside of a unit of work. */
  async execute(userIds: readonly string[]): Promise<number> {
    const known = await this.counted.users(userIds);
    const missing = [...new Set(userIds)].filter((userId) => !known.has(userId));
    const found = missing.length === 0 ? [] : await this.locate(missing);
    if (found.length === 0) return 0;
    return this.unitOfWork.run(async () => {
      await this.statistics.lock(found.map(({ day }) => periodOf('day', day)));
      const counted = await this.counted.users(missing);
      const fresh = found.filter(({ userId }) => !counted.has(userId));
      const tally = new PeriodCounter();
      for (const { day, country } of fresh) tally.addToDay(day, country, { newUsers: 1 });
      await this.counted.addUsers(fresh);
      await this.statistics.add(tally);
      return fresh.length;
    });
  }

  private async locate(userIds: readonly string[]): Promise<CountedUser[]> {
    const registrations = await this.registrations.find(userIds);
    const logins = await this.logins.firstOf(userIds);
    const users: CountedUser[] = [];
    for (const { userId, createdAt } of registrations) {
      const ip = logins.get(userId)?.ip;
      const place = ip === undefined ? undefined : await this.geolocation.find(ip);
      users.push({ userId, day: lagosDate(createdAt), country: place?.countryCode ?? UNKNOWN_COUNTRY });
    }
    return users;
  }
}
