import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll, readPage } from '../../../kernel/pagination.js';
import { NoticeStore, PushDevices } from '../../notifications/index.js';
import { History } from '../../wallet/index.js';
import { rewardLevel } from '../domain/reward-level.js';
import { LoginRecords } from './ports/login-records.js';
import { type DataPart, PersonalDataSource } from './ports/personal-data.js';
import { Sessions } from './ports/sessions.js';
import { ShowProfile } from './show-profile.js';

/** With the wallet and the notices, whose contexts know no users. */
@Injectable()
export class ExportedAccount extends PersonalDataSource {
  constructor(
    private readonly showProfile: ShowProfile,
    private readonly sessions: Sessions,
    private readonly loginRecords: LoginRecords,
    private readonly history: History,
    private readonly notices: NoticeStore,
    private readonly pushDevices: PushDevices,
  ) {
    super();
  }

  readonly parts: readonly DataPart[] = [
    { name: 'profile', rows: (userId) => this.profile(userId) },
    { name: 'referral', rows: (userId) => this.referral(userId) },
    { name: 'wallet-history', rows: (userId) => this.walletHistory(userId) },
    { name: 'notices', rows: (userId) => this.noticesOf(userId) },
    { name: 'sessions', rows: (userId) => this.sessionsOf(userId) },
    { name: 'logins', rows: (userId) => this.logins(userId) },
    { name: 'push-registrations', rows: (userId) => this.pushRegistrations(userId) },
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

  private async *walletHistory(userId: string) {
    const list = (before: number | undefined, limit: number) => this.history.list(userId, before, limit);
    for await (const entry of readAll((page) => readPage(page, list)))
      yield {
        at: isoTime(entry.createdAt),
        reference: entry.journalId,
        amount: toNaira(entry.amountKobo),
        balance: toNaira(entry.balanceKobo),
        note: entry.note,
      };
  }

  private async *noticesOf(userId: string) {
    for await (const { createdAt, subject, message } of readAll((page) => this.notices.list(userId, page)))
      yield { at: isoTime(createdAt), subject, message };
  }

  private async *sessionsOf(userId: string) {
    for (const { device, ip, city, country, createdAt, activeAt } of await this.sessions.list(userId))
      yield { device, ip, city, country, startedAt: isoTime(createdAt), lastActiveAt: isoTime(activeAt) };
  }

  private async *logins(userId: string) {
    for await (const { createdAt, outcome, device, ip, city, country } of readAll((page) => this.loginRecords.list(userId, page)))
      yield { at: isoTime(createdAt), outcome, device, ip, city, country };
  }

  private async *pushRegistrations(userId: string) {
    for (const { tokenType, status, createdAt } of await this.pushDevices.list(userId))
      yield { service: tokenType, status, registeredAt: isoTime(createdAt) };
  }
}
