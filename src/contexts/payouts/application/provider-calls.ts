import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import { notInUse, outcomeOf } from '../../attempts/index.js';
import type { PayoutProvider } from '../../banks/index.js';
import type { PayoutState } from '../domain/payout.js';

export function submitPayout(
  provider: PayoutProvider | undefined,
  { payout, attempt }: PayoutState,
  timeoutMs: number,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const { account, name, bankName, amountKobo, note, id } = payout;
  const { reference, bankCode } = attempt;
  const narration = note === '' ? `Payout ${id}` : note;
  return outcomeOf(timeoutMs, (signal) =>
    provider.submit({ reference, bankCode, account, name, bankName, amountKobo, narration }, signal),
  );
}

export function queryPayout(provider: PayoutProvider | undefined, { payout, attempt }: PayoutState): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const { amountKobo, account } = payout;
  return outcomeOf(provider.capabilities.readTimeoutMs, (signal) =>
    provider.query(attempt.reference, signal, { amountKobo, account, bankCode: attempt.bankCode }),
  );
}
