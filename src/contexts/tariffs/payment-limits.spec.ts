import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/clocks.js';
import { FixedTariffs, NO_DEVICES } from '../../../test/contexts/tariffs/fake-tariffs.js';
import { naira } from '../../kernel/money.js';
import { Spending, type Wallets } from '../../ledger/index.js';
import { type Payer, Users } from '../sign-in/index.js';
import type { OwnLimitStore } from './own-limits.js';
import { PaymentLimits } from './payment-limits.js';
import { presentStanding } from './tariffs.presenters.js';

class OneUser extends Users {
  find = () => Promise.resolve({ id: 'ada', emailVerified: true, verifiedNumbers: '' } as Payer);
  findByEmail = () => Promise.resolve(undefined);
  findByReference = () => Promise.resolve(undefined);
}

class UnreadSpending extends Spending {
  since = () => Promise.reject(new Error('spending was read'));
}

it('reads nothing of what users spend where nothing is limited', async () => {
  const [users, spending, clock] = [new OneUser(), new UnreadSpending(), new ManualClock(0)];
  const limits = new PaymentLimits(
    new FixedTariffs(),
    users,
    spending,
    { newDeviceKobo: naira(1) },
    clock,
    {} as Wallets,
    { find: () => Promise.resolve({}) } as unknown as OwnLimitStore,
    NO_DEVICES,
  );
  const standing = presentStanding(await limits.standing('ada'));
  expect(standing).toMatchObject({ tier: '', limits: { daily: null, spent_today: null, spent_month: null } });
});
