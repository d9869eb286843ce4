import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDay } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { GUESSING } from './mails.js';
import { FailedLoginCounts } from './ports/failed-logins.js';

/** Tells the owner once a day that somebody guesses the password. */
@Injectable()
export class WarnOfGuessing {
  private day = 0;
  /** In this process, so that each further guess does not ask the database. */
  private readonly told = new Set<string>();

  constructor(
    private readonly counts: FailedLoginCounts,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ id: userId, email, firstName }: Account): Promise<void> {
    const now = this.clock.now();
    if (this.day !== lagosDay(now)) this.told.clear();
    this.day = lagosDay(now);
    if (this.told.has(userId)) return;
    this.told.add(userId);
    const key = { subject: `guessing of ${userId} on ${this.day}`, ip: '' };
    const count = await this.counts.find(key);
    if (count.lastAt !== 0 || !(await this.counts.replace(key, count, { count: 1, lastAt: now }))) return;
    await this.unitOfWork.run(async () => {
      await this.notices.add({
        userId,
        subject: 'Wrong passwords',
        message: 'Somebody enters wrong passwords for your account. New devices have to wait between attempts; yours do not.',
      });
      await this.mailer.send({ to: email, template: GUESSING, data: { firstName }, key: `guessing:${userId}:${this.day}` });
    });
  }
}
