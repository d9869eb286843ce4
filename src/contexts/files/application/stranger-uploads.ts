import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../../kernel/addresses.js';
import { Budgets } from '../../../kernel/budgets.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures, Users } from '../../sign-in/index.js';
import { FileSettings } from './file-settings.js';

export interface Sender {
  readonly userId: string;
  readonly ip: string;
}

/** How much one network may have us keep in a day, because accounts cost nothing and each has a quota of its own. */
@Injectable()
export class StrangerUploads {
  constructor(
    private readonly users: Users,
    private readonly budgets: Budgets,
    private readonly settings: FileSettings,
  ) {}

  /** @throws Failure `sign_in.email_unverified` */
  async spend({ userId, ip }: Sender, sizeBytes: number): Promise<void> {
    if (!this.settings.requiresVerifiedEmail || (await this.users.find(userId))?.emailVerified === true) return;
    const site = siteOf(ip);
    const passes =
      (await this.budgets.trySpend('unproved_uploads', networkOf(ip), sizeBytes)) &&
      (site === undefined || (await this.budgets.trySpend('site_unproved_uploads', site, sizeBytes)));
    if (passes) return;
    const text = 'Please confirm your e-mail address first: others in your network have uploaded much today';
    throw new Failure(signInFailures.email_unverified, { text });
  }
}
