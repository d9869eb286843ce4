import { type Kobo, naira } from '../../../kernel/money.js';

export class FloatSettings {
  /** Staff are told of a lower balance with a provider. */
  floatAlertKobo: Kobo = naira(100_000);
}
