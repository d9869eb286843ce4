import type { Kobo } from '../../../../../kernel/money.js';

export abstract class ApprovalSettings {
  /** What is approved in a day of one proposer, and between two members of staff, before a third one has to approve too. */
  abstract readonly dailyTotalKobo: Kobo;
}
