import { Injectable } from '@nestjs/common';
import { DUTIES_ACCOUNT, LedgerBalances, VAT_ACCOUNT } from '../../../ledger/index.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { type OpenAmounts, type Suggestion, suggestionFor } from '../domain/suggestion.js';
import { BankStatements, type StoredLine, type StoredStatement } from './ports.js';

export interface ShownLine extends StoredLine {
  /** Undefined for a line that has a settlement. */
  readonly suggestion: Suggestion | undefined;
}

export interface ShownStatement extends StoredStatement {
  readonly openLines: number;
  /** Undefined in a list. */
  readonly lines: readonly ShownLine[] | undefined;
}

@Injectable()
export class ShowStatement {
  constructor(
    private readonly statements: BankStatements,
    private readonly providers: ProviderRecordSources,
    private readonly balances: LedgerBalances,
  ) {}

  /** With its lines, and what each without a settlement seems to be. */
  async execute(id: string): Promise<ShownStatement | undefined> {
    const statement = await this.statements.find(id);
    if (!statement) return undefined;
    const open = await this.openAmounts();
    const lines = (await this.statements.lines(id)).map((line): ShownLine => {
      return { ...line, suggestion: line.settlementId === '' ? suggestionFor(line, open) : undefined };
    });
    return { ...statement, openLines: lines.filter(({ suggestion }) => suggestion).length, lines };
  }

  async withOpenLines(statements: readonly StoredStatement[]): Promise<ShownStatement[]> {
    const open = await this.statements.openLines(statements.map(({ id }) => id));
    return statements.map((statement) => ({ ...statement, openLines: open.get(statement.id) ?? 0, lines: undefined }));
  }

  private async openAmounts(): Promise<OpenAmounts> {
    const { accounts } = await this.balances.current();
    const balanceOf = (account: string) => accounts.find((each) => each.account === account)?.balanceKobo ?? 0;
    const providers = this.providers.all.map(({ name, provider, source }) => ({
      name,
      provider,
      takesDeposits: source.kind === 'deposit',
      holdsKobo: 0 - balanceOf(source.clearingAccount(provider)),
    }));
    return { providers, vatKobo: balanceOf(VAT_ACCOUNT), dutiesKobo: balanceOf(DUTIES_ACCOUNT) };
  }
}
