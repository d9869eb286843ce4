import { Injectable } from '@nestjs/common';
import { Replayed, systemRequest } from '../../kernel/caller.js';
import { newId } from '../../kernel/ids.js';
import { formatNaira, type Kobo, kobo } from '../../kernel/money.js';
import { BEYOND_LIMIT, type CommitResult, type Journal, Ledger, type LedgerCommand, Wallets } from '../../ledger/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { PaymentLimits } from './payment-limits.js';

/** For money that has arrived: it is credited whatever the limit, and what is beyond it is blocked. */
export abstract class CreditLedger extends Ledger {}

/** The part of a credit that is blocked, because the tier does not allow the whole balance. */
export function beyondKobo(amountKobo: Kobo, balanceAfterKobo: number, limitKobo: number): Kobo {
  return kobo(Math.max(0, Math.min(amountKobo, balanceAfterKobo - limitKobo)));
}

@Injectable()
export class LimitedCreditLedger extends CreditLedger {
  constructor(
    private readonly limits: PaymentLimits,
    private readonly ledger: Ledger,
    private readonly wallets: Wallets,
    private readonly systemLogs: SystemLogs,
  ) {
    super();
  }

  async commit(command: LedgerCommand): Promise<CommitResult> {
    const account = command.journal && creditedWallet(command.journal);
    const limitKobo = account === undefined ? undefined : await this.limits.balanceKobo(account);
    if (account === undefined || limitKobo === undefined) return this.ledger.commit(command);
    const committed = await this.ledger.commit({ ...command, balanceLimit: { account, limitKobo } });
    if (committed !== 'stale' && !(committed instanceof Replayed)) await this.tellStaff(command.journal!, account, limitKobo);
    return committed;
  }

  private async tellStaff({ id, kind, postings }: Journal, account: string, limitKobo: Kobo): Promise<void> {
    const creditedKobo = kobo(postings.reduce((sum, each) => (each.account === account ? sum + each.amountKobo : sum), 0));
    const balanceKobo = (await this.wallets.balancesAfter([id]))(id, account) ?? 0;
    const blocked = beyondKobo(creditedKobo, balanceKobo, limitKobo);
    if (blocked === 0) return;
    const description = `${formatNaira(blocked)} of the ${kind} ${id} is blocked in the wallet of user ${account}: their account may hold ${formatNaira(limitKobo)} until they verify more of who they are.`;
    await this.systemLogs.record({ kind: 'warning', key: `blocked:${id}`, description });
  }
}

/** Undefined where it brings nothing to a wallet. */
function creditedWallet({ postings }: Journal): string | undefined {
  return postings.find(({ account, amountKobo }) => amountKobo > 0 && !account.startsWith('system:'))?.account;
}

/** Frees what came beyond a balance limit, as far as the tier of now allows it. */
@Injectable()
export class FreeBeyondLimit {
  constructor(
    private readonly limits: PaymentLimits,
    private readonly ledger: Ledger,
    private readonly wallets: Wallets,
  ) {}

  async execute(account: string): Promise<void> {
    const wallet = await this.wallets.find(account);
    if (!wallet?.blocks.some(({ id }) => id === BEYOND_LIMIT)) return;
    const allowedKobo = await this.limits.balanceKobo(account);
    await this.ledger.commit({
      idempotencyKey: systemRequest('limit.free', newId()),
      blocks: { account, allowedKobo },
      response: null,
    });
  }
}
