import type { SubmittedPurchase } from '../../application/ports.js';
import type { PaymentAnswer } from './quickteller-answers.js';

/** `Virtual Top Up` and the like stand where a PIN would. */
export function quicktellerPin({ rechargepin, miscdata }: PaymentAnswer, purchase: SubmittedPurchase): string | undefined {
  if (!purchase.deliversPin) return undefined;
  return [rechargepin, miscdata].find((value) => {
    const digits = value.replace(/\D/g, '');
    return digits.length >= 6 && digits !== purchase.customerId;
  });
}
