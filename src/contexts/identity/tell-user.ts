import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { type Account } from '../sign-in/index.js';
import { Notices } from '../notifications/index.js';
import type { PersonNames } from './names.js';

/** What users read of their identity. Of a watch list they read nothing. */
@Injectable()
export class TellUser {
  constructor(
    private readonly notices: Notices,
    private readonly outbox: Outbox,
  ) {}

  /** In the caller's unit of work. */
  async verified({ id: userId, firstName, lastName }: Account, found: PersonNames | undefined): Promise<void> {
    const isRenamed = found !== undefined && (found.firstName !== firstName || found.lastName !== lastName);
    const name = isRenamed ? ` Your account now has the name ${found.firstName} ${found.lastName}.` : '';
    await this.notices.add({ userId, subject: 'Your identity is verified', message: `We verified who you are.${name}` });
    await this.outbox.add(domainEvent('identity.verified', { userId }));
  }

  async rejected({ id: userId }: Account): Promise<void> {
    const message = 'We could not verify who you are. Check the number, your names and your date of birth, or ask our support.';
    await this.notices.add({ userId, subject: 'Your identity is not verified', message });
  }

  /** A month before. @param endsOn in Lagos */
  async endsSoon({ id: userId }: Account, number: 'bvn' | 'nin', endsOn: string): Promise<void> {
    const message = `Please verify your ${number.toUpperCase()} again by ${endsOn}. From then on your account has the limits of an account without it.`;
    await this.notices.add({ userId, subject: `Verify your ${number.toUpperCase()} again`, message });
  }

  async ended({ id: userId }: Pick<Account, 'id'>, number: 'bvn' | 'nin'): Promise<void> {
    const message = `We verified your ${number.toUpperCase()} too long ago. Verify it again to have your former limits.`;
    await this.notices.add({ userId, subject: `Your ${number.toUpperCase()} is not verified any more`, message });
  }

  async renamed({ id: userId }: Account, { firstName, lastName }: PersonNames): Promise<void> {
    await this.notices.add({
      userId,
      subject: 'Your name is changed',
      message: `Your account now has the name ${firstName} ${lastName}.`,
    });
    await this.outbox.add(domainEvent('user.renamed', { userId }));
  }

  async kept({ id: userId, firstName, lastName }: Account): Promise<void> {
    const message = `We could not confirm your new name. Your account keeps the name ${firstName} ${lastName}.`;
    await this.notices.add({ userId, subject: 'Your name stays as it is', message });
  }
}
