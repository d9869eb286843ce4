import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { maskSerial } from '../../../kernel/masking.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { rewardLevel } from '../domain/reward-level.js';
import { type Device, LoginRecords, Sessions } from '../../sign-in/index.js';
import { ShowProfile } from './show-profile.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedAccount extends PersonalDataSource {
  constructor(
    private readonly showProfile: ShowProfile,
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
  ) {
    super();
  }

  readonly parts: readonly DataPart[] = [
    { name: 'profile', rows: (userId) => this.profile(userId) },
    { name: 'referral', rows: (userId) => this.referral(userId) },
    { name: 'sessions', rows: (userId) => this.sessionsOf(userId) },
    { name: 'logins', rows: (userId) => this.logins(userId) },
  ];

  private async *profile(userId: string) {
    const { account, balanceKobo, figures, hasPin } = await this.showProfile.execute(userId);
    const { username, firstName, lastName, email, emailVerified, phoneNumber, phoneVerified, status } = account;
    yield {
      username,
      firstName,
      lastName,
      email,
      emailVerified,
      phoneNumber,
      phoneVerified,
      status,
      balance: toNaira(balanceKobo),
      purchases: figures.tradeCounts,
      purchaseVolume: toNaira(figures.tradeVolumeKobo),
      rewardPoints: figures.rewardPoint,
      rewardLevel: rewardLevel(figures.rewardPoint),
      hasTransactionPin: hasPin,
      registeredAt: isoTime(account.createdAt),
      lastActiveAt: isoTime(account.activeAt),
    };
  }

  private async *referral(userId: string) {
    const { account, referralCount, figures } = await this.showProfile.execute(userId);
    const bonus = toNaira(figures.referralBonusKobo);
    yield { code: account.referenceId, usersReferred: referralCount, bonus, wasReferred: account.referrerId !== undefined };
  }

  private async *sessionsOf(userId: string) {
    for (const { device, ip, city, country, createdAt, activeAt } of await this.sessions.list(userId))
      yield { device: shown(device), ip, city, country, startedAt: isoTime(createdAt), lastActiveAt: isoTime(activeAt) };
  }

  private async *logins(userId: string) {
    for await (const { createdAt, outcome, device, ip, city, country } of readAll((page) => this.loginRecords.list(userId, page)))
      yield { at: isoTime(createdAt), outcome, device: shown(device), ip, city, country };
  }
}

/** Whoever has the whole serial signs in as this device, which pays without the limit of new ones. */
function shown(device: Device): Device {
  return { ...device, serial: maskSerial(device.serial) };
}
