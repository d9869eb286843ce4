/** The purchases that the simulated company took, for who decides about them by hand. */
export abstract class SandboxPurchases {
  /** Ends a waiting purchase, or takes a delivered one back. False where the purchase is in another state. */
  abstract end(reference: string, state: 'delivered' | 'failed' | 'reversed'): Promise<boolean>;
}
