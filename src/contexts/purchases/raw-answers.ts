import { type Deliverable, type DeliverableCount, countKinds, merged } from '../../kernel/deliverable.js';
import { type SubmittedPurchase, BillerProviders } from '../billers/index.js';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

/** A completed purchase with the answers of the attempt that delivered it. */
export interface ReadPurchase {
  readonly provider: string;
  readonly submitted: SubmittedPurchase;
  readonly stored: readonly Deliverable[];
  /** Their bodies, oldest first; undefined where one cannot be decrypted. */
  readonly answers: readonly string[] | undefined;
}

/** Whole answers of providers, kept encrypted for RETENTION_RAW_ANSWER_DAYS. */
export abstract class RawAnswers {
  /** In the order of the ids, after the one given. */
  abstract purchasesAfter(id: string, limit: number, only?: string): Promise<string[]>;
  /** Until the unit of work ends; undefined where it is not completed, or has no answers. */
  abstract lock(purchaseId: string): Promise<ReadPurchase | undefined>;
  /** In the caller's unit of work. */
  abstract replace(purchaseId: string, deliverables: readonly Deliverable[]): Promise<void>;
}

export interface RereadQuestion {
  /** One purchase; all with stored answers otherwise. */
  readonly purchaseId?: string;
  /** Only those that this provider delivered. */
  readonly provider?: string;
}

/** The values are shown to nobody. */
export interface RereadPurchase {
  readonly purchaseId: string;
  readonly before: readonly DeliverableCount[];
  readonly after: readonly DeliverableCount[];
}

export interface RereadResult {
  /** Completed purchases with stored answers. */
  readonly read: number;
  readonly changed: readonly RereadPurchase[];
  /** Purchases whose answers cannot be decrypted, or whose provider is not in use or reads no stored answers. */
  readonly unreadable: readonly string[];
}

const PAGE = 200;

/** Reads the deliverables of purchases again from the stored answers of their providers; stored ones are never lost. */
@Injectable()
export class RereadPurchases {
  constructor(
    private readonly answers: RawAnswers,
    private readonly providers: BillerProviders,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param record in the unit of work of the change */
  async execute(question: RereadQuestion, record: (changed: RereadPurchase) => Promise<void>): Promise<RereadResult> {
    const [changed, unreadable]: [RereadPurchase[], string[]] = [[], []];
    let read = 0;
    for (let after = ''; ;) {
      const page = await this.answers.purchasesAfter(after, PAGE, question.purchaseId);
      for (const id of page) {
        const result = await this.reread(id, question.provider, record);
        if (result === undefined) continue;
        read++;
        if (result === 'unreadable') unreadable.push(id);
        else if (result !== 'unchanged') changed.push(result);
      }
      if (page.length < PAGE) return { read, changed, unreadable };
      after = page.at(-1)!;
    }
  }

  private reread(id: string, provider: string | undefined, record: (changed: RereadPurchase) => Promise<void>) {
    return this.unitOfWork.run(async (): Promise<RereadPurchase | 'unchanged' | 'unreadable' | undefined> => {
      const purchase = await this.answers.lock(id);
      if (!purchase || (provider !== undefined && purchase.provider !== provider)) return undefined;
      const deliverables = this.deliverablesOf(purchase);
      if (!deliverables) return 'unreadable';
      const { stored } = purchase;
      if (JSON.stringify(deliverables) === JSON.stringify(stored)) return 'unchanged';
      await this.answers.replace(id, deliverables);
      const changed = { purchaseId: id, before: countKinds(stored), after: countKinds(deliverables) };
      await record(changed);
      return changed;
    });
  }

  private deliverablesOf({ provider, stored, submitted, answers }: ReadPurchase): readonly Deliverable[] | undefined {
    const adapter = this.providers.find(provider);
    if (!adapter?.deliverablesIn || !answers) return undefined;
    return answers.reduce((list, body) => merged(list, adapter.deliverablesIn!(body, submitted)), stored);
  }
}
