import { parseColumns } from '../../../kernel/written-values.js';

/** Names of the columns of a statement in CSV. Either `debit` and `credit`, or `amount`, which is below zero where it went out. */
export interface StatementLayout {
  readonly day: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly balance: string;
  /** Before the kobo. */
  readonly decimal: '.' | ',';
}

const NONE: StatementLayout = {
  day: '',
  reference: '',
  description: '',
  debit: '',
  credit: '',
  amount: '',
  balance: '',
  decimal: '.',
};

/** @returns undefined where the text is no layout: a JSON object of names of columns, with an amount or both of debit and credit */
export function parseStatementLayout(json: string): StatementLayout | undefined {
  const found = parseColumns(json, NONE);
  if (!found || found.day === '' || !['.', ','].includes(found.decimal)) return undefined;
  const isSigned = found.amount !== '';
  return (found.debit !== '') !== isSigned && (found.credit !== '') !== isSigned ? found : undefined;
}
