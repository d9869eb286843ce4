import { DAY_MS } from '../../kernel/clock.js';

/** Classes of data that are kept for a time of their own. */
export const RETENTION_CLASSES = [
  'contactForm',
  'ticket',
  'visitor',
  'loginRecord',
  'failedMail',
  'purchaseAnswer',
  'staffRead',
] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

export class Retention {
  /** @param days 0: for ever */
  constructor(private readonly days: Readonly<Record<RetentionClass, number>>) {}

  /** What is older is removed; undefined: nothing is. */
  before(kind: RetentionClass, now: number): number | undefined {
    const days = this.days[kind];
    return days === 0 ? undefined : now - days * DAY_MS;
  }
}
