import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Feedback } from '../domain/contact.js';
import { FormAllowance } from './form-allowance.js';
import { FeedbackStore } from './ports.js';

@Injectable()
export class CreateFeedback {
  constructor(
    private readonly feedbackStore: FeedbackStore,
    private readonly allowance: FormAllowance,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id. @throws Failure `abuse.limit_reached` */
  execute(feedback: Omit<Feedback, 'id' | 'status' | 'createdAt'>): Promise<string> {
    return this.unitOfWork.run(async () => {
      await this.allowance.spend(feedback);
      const id = newId();
      await this.feedbackStore.add({ ...feedback, id, status: 'pending', createdAt: this.clock.now() });
      return id;
    });
  }
}
