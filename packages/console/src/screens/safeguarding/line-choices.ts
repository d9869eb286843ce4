import type { Input, Item } from '@harmattan/client';
import { SETTLEMENT_KINDS } from '../books/settlement-kinds.js';

type Kind = Input<'control_statement_settle'>['lines'][number]['kind'];
type Statement = Item<'control_statement_fetch'>;
type Line = Extract<Statement, { readonly lines: unknown }>['lines'][number];

export interface Choice {
  /** Kind, and provider or tax where it has one, with a colon between. */
  readonly value: string;
  readonly label: string;
}

const TAXES = { vat: 'value added tax', duties: 'stamp duty' } as const;

/** What a line may be, by whether it comes in or goes out. */
export function choicesFor({ amount }: Pick<Line, 'amount'>, providers: readonly string[]): Choice[] {
  const withProvider = (kind: Kind) =>
    providers.map((name) => ({ value: `${kind}:${name}`, label: `${SETTLEMENT_KINDS[kind]}, ${name}` }));
  if (amount > 0) return withProvider('provider_payout');
  return [
    ...withProvider('float_topup'),
    ...Object.entries(TAXES).map(([tax, name]) => ({
      value: `remittance:${tax}`,
      label: `${SETTLEMENT_KINDS.remittance}, ${name}`,
    })),
    { value: 'bank_fee:', label: SETTLEMENT_KINDS.bank_fee },
  ];
}

export function suggestedChoice({ kind, provider, account }: Pick<Line, 'kind' | 'provider' | 'account'>): string {
  return kind === '' ? '' : `${kind}:${provider || account}`;
}

/** Undefined for a line that stays open. */
export function meaningOf(choice: string): Omit<Input<'control_statement_settle'>['lines'][number], 'line'> | undefined {
  const [kind = '', part = ''] = choice.split(':');
  if (kind === '') return undefined;
  if (kind === 'remittance') return { kind, account: part as 'vat' | 'duties' };
  return part === '' ? { kind: kind as Kind } : { kind: kind as Kind, provider: part };
}
