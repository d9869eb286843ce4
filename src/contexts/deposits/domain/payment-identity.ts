/** What makes a payment of a provider one that was not credited before; both are in the hashed chain with its journal. */
export interface PaymentIdentity {
  readonly provider: string;
  readonly transactionId: string;
  readonly providerReference: string;
}

/** @param transactionId as exact text */
export function creditKey({ provider, transactionId }: Pick<PaymentIdentity, 'provider' | 'transactionId'>): string {
  return `${provider}:${transactionId}`;
}

export function clearingNote(subject: string, { providerReference }: Pick<PaymentIdentity, 'providerReference'>): string {
  return providerReference === '' ? `Deposit ${subject}` : `Deposit ${subject}, payment ${providerReference}`;
}
