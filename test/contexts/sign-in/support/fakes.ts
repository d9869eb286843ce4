import { Mailer, type MailRequest } from '../../../../src/kernel/mail.js';
import { renderMail } from '../../../../src/platform/mail/render-mail.js';
import { ZERO_KOBO } from '../../../../src/kernel/money.js';
import { type Figures, NameReview, UserFiguresSource } from '../../../../src/contexts/accounts/index.js';
import type { AccountChanges } from '../../../../src/contexts/sign-in/index.js';
import { Contributes } from '../../../../src/kernel/registry.js';

/** Collects mails; refuses missing template variables. */
export class FakeMailer extends Mailer {
  readonly sent: MailRequest[] = [];

  send(mail: MailRequest): Promise<void> {
    renderMail(mail.template, { time: 'now', ...mail.data });
    if (!this.sent.some(({ key }) => key === mail.key)) this.sent.push(mail);
    return Promise.resolve();
  }

  prepareAll(mails: readonly MailRequest[]): Promise<() => Promise<void>> {
    return Promise.resolve(async () => void (await Promise.all(mails.map((mail) => this.send(mail)))));
  }

  /** Oldest first. */
  to(email: string): MailRequest[] {
    return this.sent.filter((mail) => mail.to === email);
  }

  /** The last verification code mailed to this address. */
  codeTo(email: string): string {
    const mail = this.to(email).findLast(({ data }) => data['code'] !== undefined);
    if (!mail) throw new Error(`no code was mailed to ${email}`);
    return String(mail.data['code']);
  }
}

/** Nobody is verified. */
@Contributes(NameReview)
export class NoNameReview extends NameReview {
  take(_: string, changes: AccountChanges): Promise<AccountChanges> {
    return Promise.resolve(changes);
  }
}

/** Nobody has bought anything. */
@Contributes(UserFiguresSource)
export class NoFigures extends UserFiguresSource {
  of(): Promise<Figures> {
    return Promise.resolve({
      rewardTotalKobo: ZERO_KOBO,
      rewardPoint: 0,
      rewardValueKobo: ZERO_KOBO,
      tradeVolumeKobo: ZERO_KOBO,
      tradeCounts: 0,
      referralBonusKobo: ZERO_KOBO,
    });
  }
}
