export interface CheckedTransaction {
  readonly paymentReference: string;
  readonly amount: number;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly paymentDescription: string;
}

const KNOWN = [
  'amount',
  'customerName',
  'customerEmail',
  'paymentReference',
  'paymentDescription',
  'currencyCode',
  'contractCode',
  'redirectUrl',
  'paymentMethods',
];

/** The transaction, or why Monnify would not take it. */
export function checkTransaction(body: string, contractCode: string): CheckedTransaction | string {
  const fields = JSON.parse(body) as Record<string, unknown>;
  const stray = Object.keys(fields).find((key) => !KNOWN.includes(key));
  if (stray !== undefined) return `${stray} is no parameter of a transaction`;
  const { amount, customerName, customerEmail, paymentReference, paymentDescription } = fields;
  if (typeof amount !== 'number' || amount < 20 || Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
    return 'amount is not in naira';
  for (const [name, value] of Object.entries({ customerName, customerEmail, paymentReference, paymentDescription }))
    if (typeof value !== 'string' || value.trim() === '') return `${name} is missing`;
  if (fields['currencyCode'] !== 'NGN') return 'currencyCode is not NGN';
  if (fields['contractCode'] !== contractCode) return 'contractCode is not that of the merchant';
  const methods = fields['paymentMethods'];
  if (methods !== undefined && !(Array.isArray(methods) && methods.includes('ACCOUNT_TRANSFER')))
    return 'paymentMethods has no transfer';
  return { amount, customerName, customerEmail, paymentReference, paymentDescription } as CheckedTransaction;
}
