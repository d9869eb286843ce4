import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import { Clock } from '../../../kernel/clock.js';
import { lagosDay } from '../../../kernel/lagos-time.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import type { Account } from '../domain/account.js';
import { GUESSING, GUESSING_CODES } from './mails.js';

const WARNINGS = {
  passwords: {
    of: '',
    mails: 'guessing_mails',
    template: GUESSING,
    subject: 'Wrong passwords',
    message: 'Somebody enters wrong passwords for your account. New devices have to wait between attempts; yours do not.',
  },
  codes: {
    of: 'codes of ',
    mails: 'code_guessing_mails',
    template: GUESSING_CODES,
    subject: 'Wrong codes',
    message: 'Somebody enters wrong verification codes for your account. They have to wait between attempts now.',
  },
} as const;

/** Tells the owner once a day that somebody guesses the password, or codes. */
@Injectable()
export class WarnOfGuessing {
  private day = 0;
  /** In this process, so that each further guess does not ask the database. */
  private readonly told = new Set<string>();

  constructor(
    private readonly budgets: Budgets,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ id: userId, email, firstName }: Account, guessed: keyof typeof WARNINGS = 'passwords'): Promise<void> {
    const now = this.clock.now();
    if (this.day !== lagosDay(now)) this.told.clear();
    this.day = lagosDay(now);
    const { of, template, subject, message, mails } = WARNINGS[guessed];
    if (this.told.has(of + userId)) return;
    this.told.add(of + userId);
    if (!(await this.budgets.trySpend(mails, userId))) return;
    await this.unitOfWork.run(async () => {
      await this.notices.add({
        userId,
        subject,
        message,
      });
      await this.mailer.send({ to: email, template, data: { firstName }, key: `guessing:${of}${userId}:${this.day}` });
    });
  }
}
