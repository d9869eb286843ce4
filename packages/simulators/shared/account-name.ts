const FIRST = ['ADA', 'CHINUA', 'FUNMI', 'IBRAHIM', 'NGOZI'];
const LAST = ['OBI', 'BELLO', 'ADEYEMI', 'OKORO'];

/** Whose an account is; the same for the same number. */
export function accountName(account: string): string {
  return `${FIRST[Number(account.at(-1)) % FIRST.length]} ${LAST[Number(account.at(-2)) % LAST.length]}`;
}
