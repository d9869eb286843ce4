import { generateSync } from 'otplib';
import type { MovableService } from './movable-service.js';

const STEP_SECONDS = 30;

/** Codes of two-factor login, each good once: the service's clock moves on where there is no further one yet. */
export class Codes {
  constructor(
    private readonly service: MovableService,
    /** The step of the last code of each secret. */
    readonly usedSteps: Record<string, number> = {},
  ) {}

  /** One that the service has not seen. */
  async next(secret: string): Promise<string> {
    const current = Math.floor(this.service.now() / 1000 / STEP_SECONDS);
    const step = Math.max(current, (this.usedSteps[secret] ?? 0) + 1);
    this.usedSteps[secret] = step;
    await this.service.moveTo(step * STEP_SECONDS * 1000);
    return generateSync({ secret, epoch: step * STEP_SECONDS });
  }
}
