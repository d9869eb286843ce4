export type DeliverableKind = 'token' | 'bonus_token' | 'reset_token' | 'configure_token' | 'pin' | 'voucher';

/** What a purchase delivered; empty texts where the provider names none. */
export interface Deliverable {
  readonly kind: DeliverableKind;
  readonly value: string;
  readonly serial: string;
  /** Of electricity. */
  readonly units: string;
  readonly expires: string;
}

/** All that a purchase of `service_transaction_fetch` (`mk`, `user_full`) delivered, in the provider's order; empty where it is not shown. */
export function deliverablesOf({ misc_data: details }: { readonly misc_data: string }): readonly Deliverable[] {
  if (details === '') return [];
  return (JSON.parse(details) as { readonly deliverables?: readonly Deliverable[] }).deliverables ?? [];
}

/** Digits in fours, as they are read out and typed in; other values as they are. */
export function grouped(value: string): string {
  const digits = /^\d[\d\s-]*$/.test(value) ? value.replace(/\D/g, '') : '';
  return digits.length < 8 ? value : digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}
