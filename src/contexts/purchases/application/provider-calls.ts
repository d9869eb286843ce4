import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import { notInUse, outcomeOf } from '../../attempts/index.js';
import type { BillerProvider } from '../../billers/index.js';
import type { PurchaseState } from '../domain/purchase.js';

export function submitPurchase(
  provider: BillerProvider | undefined,
  { purchase, attempt }: PurchaseState,
  timeoutMs: number,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const submission = {
    reference: attempt.reference,
    paymentCode: attempt.paymentCode,
    customerId: purchase.customer.id,
    customerName: purchase.customer.name,
    customerEmail: purchase.customer.email,
    customerMobile: purchase.customer.mobile,
    amountKobo: purchase.amountKobo,
    deliversPin: purchase.deliversPin,
    ...(purchase.customer.verified ? { verified: purchase.customer.verified } : {}),
  };
  return outcomeOf(timeoutMs, (signal) => provider.submit(submission, signal));
}

export function queryPurchase(
  provider: BillerProvider | undefined,
  { purchase, attempt }: PurchaseState,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  return outcomeOf(provider.capabilities.readTimeoutMs, (signal) => {
    const { amountKobo, deliversPin, customer } = purchase;
    return provider.query(attempt.reference, signal, { amountKobo, deliversPin, customerId: customer.id });
  });
}
