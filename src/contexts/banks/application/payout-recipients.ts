import type { BankAccount } from './payout-provider.js';

/** The names that providers gave to accounts, so that each account is registered once and found by its name. */
export abstract class PayoutRecipients {
  /** Undefined for an account that was not registered. */
  abstract find(provider: string, account: BankAccount): Promise<string | undefined>;
  /** Undefined for a name that is not ours. */
  abstract accountOf(provider: string, recipient: string): Promise<BankAccount | undefined>;
  /** Another name of the same account takes the place of the earlier one. */
  abstract keep(provider: string, account: BankAccount, recipient: string): Promise<void>;
  /** It is registered anew when it is paid again. */
  abstract forget(provider: string, account: BankAccount): Promise<void>;
}

/** For a process that ends soon. */
export class PassingPayoutRecipients extends PayoutRecipients {
  private readonly kept = new Map<string, { readonly account: BankAccount; readonly recipient: string }>();

  find(provider: string, account: BankAccount): Promise<string | undefined> {
    return Promise.resolve(this.kept.get(keyOf(provider, account))?.recipient);
  }

  accountOf(provider: string, recipient: string): Promise<BankAccount | undefined> {
    const found = [...this.kept].find(([key, kept]) => kept.recipient === recipient && key.startsWith(`${provider}:`));
    return Promise.resolve(found?.[1].account);
  }

  keep(provider: string, { bankCode, account }: BankAccount, recipient: string): Promise<void> {
    this.kept.set(keyOf(provider, { bankCode, account }), { account: { bankCode, account }, recipient });
    return Promise.resolve();
  }

  forget(provider: string, account: BankAccount): Promise<void> {
    this.kept.delete(keyOf(provider, account));
    return Promise.resolve();
  }
}

function keyOf(provider: string, { bankCode, account }: BankAccount): string {
  return `${provider}:${bankCode}:${account}`;
}
