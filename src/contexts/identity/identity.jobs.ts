import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Contributes } from '../../kernel/registry.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Every, OnEvent } from '../../platform/queue/job-queue.js';
import { AttemptWebhooks } from '../attempts/index.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { AskIdentity } from './ask-identity.js';
import { IdentityEnvironment } from './identity.settings.js';
import { IdentityProviders } from './identity-provider.js';
import { Revalidation } from './revalidation.js';
import { Screening } from './screening.js';
import { VerificationStore } from './verification.js';

const PAGE_SIZE = 20;

@Injectable()
export class IdentityJobs {
  constructor(
    private readonly store: VerificationStore,
    private readonly ask: AskIdentity,
    private readonly revalidation: Revalidation,
    private readonly screening: Screening,
    private readonly settings: IdentityEnvironment,
    private readonly clock: Clock,
  ) {}

  /** Of what no provider has answered yet. */
  @Every(MINUTE_MS / 6, 'identity.ask')
  async askDue(): Promise<void> {
    const now = this.clock.now();
    for (const due of await this.store.takeDue(now, now + PAGE_SIZE * this.ask.longestMs, PAGE_SIZE)) await this.ask.execute(due);
  }

  /** At once; the run finds those that the lists did not answer about. */
  @OnEvent('identity.verified')
  screenOne({ userId }: Events['identity.verified']): Promise<void> {
    return this.screening.one(userId);
  }

  /** By whomever: the mark of before is of another name. */
  @OnEvent('user.renamed')
  async screenAgain({ userId }: Events['user.renamed']): Promise<void> {
    await this.store.markScreened(userId, '');
    await this.screening.one(userId);
  }

  @Every(MINUTE_MS, 'identity.screen')
  screen(): Promise<void> {
    return this.screening.execute();
  }

  @Every(DAY_MS, 'identity.revalidate')
  async revalidate(): Promise<void> {
    const days = this.settings.IDENTITY_REVALIDATION_DAYS;
    if (days > 0) await this.revalidation.execute(days);
  }

  @Every(DAY_MS, 'identity.cleanup')
  async removeErased(): Promise<void> {
    const before = removedBefore(this.settings.RETENTION_IDENTITY_DAYS, this.clock.now());
    if (before !== undefined) await this.store.removeErased(before);
  }
}

/** A webhook names a job, and makes us ask about it. */
@Injectable()
@Contributes(WebhookHandlerSource)
export class IdentityWebhookHandlers extends WebhookHandlerSource {
  readonly handlers: readonly AttemptWebhooks[];

  constructor(
    providers: IdentityProviders,
    private readonly store: VerificationStore,
    private readonly ask: AskIdentity,
  ) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) =>
      webhooks ? new AttemptWebhooks(name, webhooks, (payload) => this.process(name, webhooks.read(payload))) : [],
    );
  }

  private async process(provider: string, jobs: readonly string[]): Promise<void> {
    for (const job of jobs) {
      const { items } = await this.store.list({ by: 'job', value: job }, { before: undefined, size: 1 });
      for (const verification of items)
        if (verification.status === 'pending' && verification.provider === provider)
          await this.ask.execute({ ...verification, tries: Math.max(verification.tries, 1) });
    }
  }
}
