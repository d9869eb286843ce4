import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../../kernel/addresses.js';
import { Budgets } from '../../../kernel/budgets.js';
import { Clock } from '../../../kernel/clock.js';
import { Mailer, type MailTemplate } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { withSentMail } from '../domain/code-mailing.js';
import { asMailed, type CodePurpose, type CodeSlot, type MailedPurpose, requestCode } from '../domain/verification-code.js';
import { effectsOf, VERIFICATION_CODE } from './mails.js';
import { Accounts } from './ports/accounts.js';
import { LoginRecords } from './ports/sessions.js';
import { VerificationCodes } from './ports/credentials.js';

const MAX_ATTEMPTS = 20;

interface CodeMail {
  readonly email: string;
  readonly ip: string;
  readonly slot: CodeSlot;
  readonly purposes: readonly CodePurpose[];
  readonly template: MailTemplate;
  readonly data: Readonly<Record<string, string>>;
  readonly isMailed: boolean;
}

@Injectable()
export class SendVerificationCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly accounts: Accounts,
    private readonly loginRecords: LoginRecords,
    private readonly budgets: Budgets,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Without a purpose the code resets the password or moves to the address, and confirms an unverified account. @throws Failure `sign_in.codes_exhausted` */
  async execute(given: string, purpose: MailedPurpose | undefined, ip: string): Promise<void> {
    const email = await this.accounts.spelling(given);
    const account = await this.accounts.findByEmail(email);
    const isOwners = await this.loginRecords.knowsAddress(account?.id ?? '', ip);
    const purposes: MailedPurpose[] = purpose ? [purpose] : ['reset', 'update'];
    if (!purpose && account && !account.emailVerified) purposes.push('confirm');
    const network = networkOf(ip);
    // Not refused, because the answer must not tell which addresses have an account.
    const isMailed = account !== undefined || (await this.mayMailStranger(ip));
    await this.unitOfWork.run(async () => {
      await this.countMail(email, network, isOwners);
      const data = { effects: effectsOf(purposes) };
      await this.send({ email, ip, slot: purpose ?? 'any', purposes, template: VERIFICATION_CODE, data, isMailed });
    });
  }

  /** Confirms the address of a new account. Does not count towards the hourly limits. */
  async first(email: string, ip: string, template: MailTemplate, data: Readonly<Record<string, string>>): Promise<void> {
    // A code that was mailed before was for the account that had the address, and not for this one.
    for (const code of await this.codes.list(email)) await this.codes.use(code);
    await this.send({ email, ip, slot: 'confirm', purposes: ['confirm'], template, data, isMailed: true });
  }

  private async mayMailStranger(ip: string): Promise<boolean> {
    const site = siteOf(ip);
    if (!(await this.budgets.trySpend('network_codes', networkOf(ip)))) return false;
    return site === undefined || this.budgets.trySpend('site_codes', site);
  }

  private async countMail(email: string, network: string, isOwners: boolean): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const mailing = await this.codes.findMailing(email);
      const sent = withSentMail(mailing.sent, network, this.clock.now(), isOwners);
      if (await this.codes.replaceMailing(email, mailing, sent)) return;
    }
    throw new Error('could not count the mail: changed concurrently');
  }

  private async send({ template, data, ip, isMailed, ...request }: CodeMail): Promise<void> {
    const { email, slot } = request;
    const network = networkOf(ip);
    const askedBy = siteOf(ip) ?? network;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const previous = (await this.codes.list(email)).find((code) => code.slot === slot);
      const next = requestCode(previous, { ...request, network, now: this.clock.now() });
      if (!(await this.codes.replace(previous, next))) continue;
      const code = asMailed(this.codes.textOf(next));
      if (!isMailed) return;
      const key = `code:${next.id}:${next.version}`;
      return this.mailer.send({ to: email, template, data: { ...data, code }, key, askedBy });
    }
    throw new Error('could not store the verification code: changed concurrently');
  }
}
