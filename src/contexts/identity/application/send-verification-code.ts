import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Mailer, type MailTemplate } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { drawCode, sendCode } from '../domain/verification-code.js';
import { VERIFICATION_CODE } from './mails.js';
import { VerificationCodes } from './ports/verification-codes.js';

const MAX_ATTEMPTS = 5;

@Injectable()
export class SendVerificationCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `identity.codes_exhausted` */
  execute(email: string): Promise<void> {
    return this.send(email, VERIFICATION_CODE, {}, true);
  }

  /** Does not count towards the hourly limit. */
  first(email: string, template: MailTemplate, data: Readonly<Record<string, string>>): Promise<void> {
    return this.send(email, template, data, false);
  }

  private send(email: string, template: MailTemplate, data: Readonly<Record<string, string>>, limited: boolean): Promise<void> {
    return this.unitOfWork.run(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const previous = await this.codes.find(email);
        const next = sendCode(email, previous, this.clock.now(), limited);
        const code = drawCode();
        if (!(await this.codes.replace(previous, next, code))) continue;
        return this.mailer.send({ to: email, template, data: { ...data, code }, key: `code:${next.id}` });
      }
      throw new Error('could not store the verification code: changed concurrently');
    });
  }
}
