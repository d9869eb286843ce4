/** Names of the columns of a statement in CSV. Either `debit` and `credit`, or `amount`, which is below zero where it went out. */
export interface StatementLayout {
  readonly day: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly balance: string;
}

export const STATEMENT_COLUMNS = ['day', 'reference', 'description', 'debit', 'credit', 'amount', 'balance'] as const;

/** @returns undefined where the text is no layout: a JSON object of names of columns, with an amount or both of debit and credit */
export function parseStatementLayout(json: string): StatementLayout | undefined {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const names: readonly string[] = STATEMENT_COLUMNS;
  const isKnown = Object.entries(given).every(([name, column]) => names.includes(name) && typeof column === 'string');
  const found: StatementLayout = {
    day: '',
    reference: '',
    description: '',
    debit: '',
    credit: '',
    amount: '',
    balance: '',
    ...given,
  };
  const hasAmounts = found.amount === '' ? found.debit !== '' && found.credit !== '' : found.debit === '' && found.credit === '';
  return isKnown && found.day !== '' && hasAmounts ? found : undefined;
}
