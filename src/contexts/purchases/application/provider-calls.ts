import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import type { PurchaseState } from '../domain/purchase.js';
import { type BillerProvider, ProviderTimeout, withTimeout } from '../../billers/index.js';

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

function notInUse(provider: string): Promise<ProviderOutcome> {
  return Promise.resolve({
    status: 'unknown',
    cause: 'connection_lost',
    raw: { code: '', message: `${provider} is not in use` },
  });
}

/** A timeout or an error proves nothing about the delivery: unknown. */
async function outcomeOf(timeoutMs: number, call: (signal: AbortSignal) => Promise<ProviderOutcome>): Promise<ProviderOutcome> {
  try {
    return await withTimeout(timeoutMs, call);
  } catch (error) {
    const cause = error instanceof ProviderTimeout ? 'timeout' : 'connection_lost';
    return { status: 'unknown', cause, raw: { code: '', message: error instanceof Error ? error.message.slice(0, 200) : '' } };
  }
}
