import { Injectable } from '@nestjs/common';
import { isLocal, networkOf, siteOf } from '../../../kernel/addresses.js';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { localPhone } from '../../../kernel/phone.js';
import { UserNumbers } from '../../accounts/index.js';
import { Accounts, LoginRecords, type Payer, PaymentAuthorisation } from '../../sign-in/index.js';
import { SystemLogs } from '../../system-logs/index.js';

const BEFORE_REGISTRATION_MS = 30 * DAY_MS;
/** The latest of one referrer. */
const INVITED = 500;
const BUYERS = 500;

export interface Referral {
  readonly referrer: Payer;
  readonly buyer: Payer;
  /** Of the purchase: a phone or a meter. */
  readonly customerId: string;
}

/** Of the payees. Specs of the catalogue use fakes of this folder, so that an import of payees would close a circle. */
export abstract class SharedPaidAccounts {
  /** Whether one of the others paid out to an account that this user paid out to. */
  abstract sharePaidAccount(userId: string, others: readonly string[]): Promise<boolean>;
}

/** Whether an invitation earns a bonus: nobody earns one by inviting themselves, with however many accounts. */
@Injectable()
export class CheckReferral {
  constructor(
    private readonly accounts: Accounts,
    private readonly authorisation: PaymentAuthorisation,
    private readonly logins: LoginRecords,
    private readonly paidAccounts: SharedPaidAccounts,
    private readonly numbers: UserNumbers,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Staff find why not among the system logs. */
  async earns(referral: Referral): Promise<boolean> {
    const { referrer, buyer } = referral;
    if (referrer.isTest || buyer.isTest) return false;
    const reason = await this.refusal(referral);
    if (reason === undefined) return true;
    const description = `User ${referrer.id} earned no referral bonus for user ${buyer.id}, whom they invited: ${reason}`;
    await this.systemLogs.record({ kind: 'info', description, key: `referral_refused:${buyer.id}:${reason}`.slice(0, 191) });
    return false;
  }

  private async refusal({ referrer, buyer, customerId }: Referral): Promise<string | undefined> {
    const { authorisation } = this;
    if (!authorisation.mayEarnBonus(referrer)) return 'who invited has no verified address, or leaves';
    if (!authorisation.mayEarnBonus(buyer)) return 'who was invited has no verified address, or leaves';
    const others = [referrer.id, ...(await this.accounts.invitedBy(referrer.id, INVITED))].filter((id) => id !== buyer.id);
    if (await this.logins.shareDevice(buyer.id, others)) return 'they, or others whom they invited, signed in on one device';
    if (await this.shareNetwork(buyer, referrer)) return 'both signed in from one network';
    if (samePhone(buyer.phoneNumber, referrer.phoneNumber)) return 'both have one phone number';
    if (samePhone(customerId, referrer.phoneNumber)) return 'the purchase was for the phone of who invited';
    const buyers = await this.numbers.usersOf('meter', customerId, BUYERS);
    if (buyers.some((id) => others.includes(id))) return 'they, or others whom they invited, bought for one number';
    return (await this.paidAccounts.sharePaidAccount(buyer.id, others)) ? 'both paid out to one bank account' : undefined;
  }

  /** Private addresses say nothing: everybody behind the same proxy has them. */
  private async shareNetwork(buyer: Payer, referrer: Payer): Promise<boolean> {
    const span = { since: buyer.createdAt - BEFORE_REGISTRATION_MS, until: this.clock.now() };
    const [some, others] = await Promise.all(
      [buyer, referrer].map(async ({ id }) => {
        const addresses = (await this.logins.origins(id, span)).map(({ ip }) => ip);
        return new Set(addresses.filter((ip) => ip !== '' && !isLocal(ip)).map((ip) => siteOf(ip) ?? networkOf(ip)));
      }),
    );
    return [...some!].some((network) => others!.has(network));
  }
}

function samePhone(one: string, other: string): boolean {
  return one !== '' && other !== '' && (localPhone(one) ?? one) === (localPhone(other) ?? other);
}
