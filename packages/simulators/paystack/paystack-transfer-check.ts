export interface CheckedTransfer {
  readonly reference: string;
  readonly recipient: string;
  readonly amountKobo: number;
  readonly reason: string;
}

export interface CheckedRecipient {
  readonly name: string;
  readonly account: string;
  readonly bankCode: string;
}

const OF_TRANSFER = ['source', 'amount', 'recipient', 'reference', 'reason', 'currency', 'metadata'];
const OF_RECIPIENT = ['type', 'name', 'account_number', 'bank_code', 'currency', 'description', 'metadata', 'authorization_code'];

/** The transfer, or why Paystack would not take it. */
export function checkTransfer(fields: Record<string, unknown>): CheckedTransfer | string {
  const { source, amount, recipient, reference, reason, currency } = fields;
  const stray = Object.keys(fields).find((key) => !OF_TRANSFER.includes(key));
  if (stray !== undefined) return `${stray} is no parameter of a transfer`;
  if (source !== 'balance') return 'source is not balance';
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 5_000) return 'amount is not in kobo';
  if (typeof reference !== 'string' || !/^[a-z0-9_-]{16,50}$/.test(reference))
    return 'reference must be 16 to 50 small letters, digits, _ or -';
  if (typeof recipient !== 'string') return 'recipient is missing';
  if (typeof reason !== 'string' || reason.length > 100) return 'reason is missing or too long';
  if (currency !== undefined && currency !== 'NGN') return 'currency is not NGN';
  return { reference, recipient, amountKobo: amount, reason };
}

/** The recipient, or why Paystack would not take it. */
export function checkRecipient(fields: Record<string, unknown>): CheckedRecipient | string {
  const { type, name, account_number: account, bank_code: bankCode, currency } = fields;
  const stray = Object.keys(fields).find((key) => !OF_RECIPIENT.includes(key));
  if (stray !== undefined) return `${stray} is no parameter of a recipient`;
  if (type !== 'nuban') return 'type is not nuban';
  if (typeof name !== 'string' || name.trim() === '') return 'name is missing';
  if (typeof account !== 'string' || !/^\d{10}$/.test(account)) return 'account_number is not of ten digits';
  if (typeof bankCode !== 'string' || bankCode === '') return 'bank_code is missing';
  if (currency !== undefined && currency !== 'NGN') return 'currency is not NGN';
  return { name, account, bankCode };
}
