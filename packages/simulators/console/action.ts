/** What a person does on the page. */
export interface Action {
  readonly provider: string;
  /** Payouts, where the provider has deposits, too. */
  readonly kind?: 'payout';
  readonly action: string;
  readonly scenario?: string;
  /** A scenario's: next, always, or a customer's number. */
  readonly scope?: string;
  readonly reference?: string;
  readonly account?: string;
}

export function scopeName(scope: string, what = 'purchase'): string {
  if (scope === 'next') return `The next ${what}`;
  return scope === 'always' ? `Every ${what}` : `Each ${what} for ${scope}`;
}
