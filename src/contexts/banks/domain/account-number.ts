export const ACCOUNT_FORM = /^\d{10}$/;

const WEIGHTS = [3, 7, 3];

/**
 * Whether the last digit follows from the others and the bank, by the central bank's standard. Only a hint: real accounts, those that are
 * phone numbers among them, fail it.
 * @param institution of three digits (a bank), or of five (another one)
 */
export function hasCheckDigitOf(institution: string, account: string): boolean {
  const code = institution.length === 3 ? `000${institution}` : `9${institution}`;
  const digits = Array.from(`${code}${account.slice(0, 9)}`, Number);
  const sum = digits.reduce((total, digit, index) => total + digit * WEIGHTS[index % 3]!, 0);
  return (10 - (sum % 10)) % 10 === Number(account[9]);
}
