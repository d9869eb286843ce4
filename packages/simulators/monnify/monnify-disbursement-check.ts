export interface CheckedDisbursement {
  readonly reference: string;
  readonly amountKobo: number;
  readonly bankCode: string;
  readonly account: string;
  readonly name: string;
  readonly narration: string;
  readonly isAsync: boolean;
}

const KNOWN = [
  'amount',
  'reference',
  'narration',
  'destinationBankCode',
  'destinationAccountNumber',
  'destinationAccountName',
  'currency',
  'sourceAccountNumber',
  'async',
  'senderInfo',
];

/** The disbursement, or why Monnify would not take it. */
export function checkDisbursement(fields: Record<string, unknown>, sourceAccount: string): CheckedDisbursement | string {
  const stray = Object.keys(fields).find((key) => !KNOWN.includes(key));
  if (stray !== undefined) return `${stray} is no parameter of a disbursement`;
  const { reference, narration, destinationBankCode: bankCode, destinationAccountNumber: account } = fields;
  const name = fields['destinationAccountName'];
  const naira = Number(fields['amount']);
  const amountKobo = Math.round(naira * 100);
  if (!(naira > 0) || Math.abs(naira * 100 - amountKobo) > 1e-6) return 'amount is not in naira';
  if (typeof reference !== 'string' || reference === '') return 'reference is missing';
  if (typeof narration !== 'string' || narration === '' || narration.length > 100) return 'narration is missing or too long';
  if (typeof bankCode !== 'string' || !/^\d{3,6}$/.test(bankCode)) return 'destinationBankCode is not of digits';
  if (typeof account !== 'string' || !/^\d{10}$/.test(account)) return 'destinationAccountNumber is not of ten digits';
  if (typeof name !== 'string' || name === '') return 'destinationAccountName is missing';
  if (fields['currency'] !== 'NGN') return 'currency is not NGN';
  if (fields['sourceAccountNumber'] !== sourceAccount) return 'sourceAccountNumber is not the wallet of the merchant';
  return { reference, amountKobo, bankCode, account, name, narration, isAsync: fields['async'] === true };
}
