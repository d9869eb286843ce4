import type { Installation } from './installation.js';
import type { RequestPlan } from './load.js';

export interface Scenario {
  readonly name: string;
  readonly script: 'service' | 'floors' | 'ordinary';
  /** `api` processes that share the load; default 1 in ROLE=all. */
  readonly processes?: number;
  readonly plan: RequestPlan;
  /** Mails about money that wait to be sent when it begins; default 0. */
  readonly waitingMails?: number;
  /** Requests prepared for a second, at the most. */
  readonly most: number;
}

/** Every scenario over one installation, in the order in which they are run. */
export function scenarios(installation: Installation): Scenario[] {
  return [
    ...reads(installation),
    ...transfers(installation),
    ...billPayments(installation),
    payout(installation),
    ...transfersBySeveral(installation),
    login(installation),
  ];
}

const TRANSFERS = '/?req=user_transfer_create';

function transferOf(users: Installation['users']) {
  const body = '{"email":"{receiver}","amount":50,"messge":"bench"}';
  return { method: 'POST', signed: true, repeatable: false, users, body } as const;
}

function reads({ users }: Installation): Scenario[] {
  const read = { method: 'GET', signed: true, repeatable: true, users } as const;
  return [
    { name: 'floor: bare Fastify', script: 'floors', most: 0, plan: { ...read, signed: false, target: '/echo' } },
    { name: 'floor: Fastify and a signature', script: 'floors', most: 0, plan: { ...read, target: '/signed' } },
    // The service's whole edge around an operation that does nothing.
    { name: 'floor: signed stub', script: 'service', most: 0, plan: { ...read, target: '/?req=authentication_verify' } },
    { name: 'wallet read', script: 'service', most: 0, plan: { ...read, target: '/?req=user_wallet_get_info' } },
    {
      name: 'wallet read, 100,000 mails waiting',
      script: 'service',
      most: 0,
      waitingMails: 100_000,
      plan: { ...read, target: '/?req=user_wallet_get_info' },
    },
    {
      name: 'history page, 10,000 entries',
      script: 'service',
      most: 0,
      plan: { ...read, users: [users[0]!], target: '/?req=user_wallet_history&rqtp=all' },
    },
    {
      name: 'history page, 1,000,000 entries',
      script: 'service',
      most: 0,
      plan: { ...read, users: [users[1]!], target: '/?req=user_wallet_history&rqtp=all' },
    },
  ];
}

function transfers({ users }: Installation): Scenario[] {
  const transfer = transferOf(users);
  return [
    {
      name: 'floor: ordinary way, uniform',
      script: 'ordinary',
      most: 2_000,
      plan: { ...transfer, receivers: users, target: '/' },
    },
    { name: 'transfer, uniform', script: 'service', most: 10_000, plan: { ...transfer, receivers: users, target: TRANSFERS } },
    {
      name: 'floor: stored procedure, uniform',
      script: 'floors',
      most: 9_000,
      plan: { ...transfer, receivers: users, target: '/procedure' },
    },
    {
      name: 'floor: ordinary way, hot receiver',
      script: 'ordinary',
      most: 2_000,
      plan: { ...transfer, receivers: [users[0]!], target: '/' },
    },
    {
      name: 'transfer, hot receiver',
      script: 'service',
      most: 10_000,
      plan: { ...transfer, receivers: [users[0]!], target: TRANSFERS },
    },
    {
      name: 'floor: stored procedure, hot receiver',
      script: 'floors',
      most: 9_000,
      plan: { ...transfer, receivers: [users[0]!], target: '/procedure' },
    },
  ];
}

function billPayments({ users, bill }: Installation): Scenario[] {
  const transfer = transferOf(users);
  return [
    {
      name: 'bill payment',
      script: 'service',
      most: 6_000,
      plan: {
        ...transfer,
        target: '/?req=service_bill_payment',
        body: JSON.stringify({ amount: 1_000, customerId: '45701{index}', ...bill, billerName: 'bench', billerItem: 'bench' }),
      },
    },
    {
      name: 'floor: ordinary way, bill payment',
      script: 'ordinary',
      most: 2_000,
      plan: { ...transfer, target: '/bill', body: '{"amount":1000,"customerId":"45701{index}"}' },
    },
  ];
}

/** By the sandbox's rail, which answers at once, each user to the same account. */
export function payoutPlan({ users, account }: Installation) {
  const body = JSON.stringify({ amount: 1_000, ...account, messge: 'bench', again: true });
  return { ...transferOf(users), target: '/?req=user_payout_create', body };
}

function payout(installation: Installation): Scenario {
  return { name: 'payout', script: 'service', most: 6_000, plan: payoutPlan(installation) };
}

function transfersBySeveral({ users }: Installation): Scenario[] {
  const transfer = transferOf(users);
  return [2, 3].flatMap((processes) => [
    {
      name: `transfer, uniform, ${processes} processes`,
      script: 'service' as const,
      processes,
      most: 10_000,
      plan: { ...transfer, receivers: users, target: TRANSFERS },
    },
    {
      name: `transfer, hot receiver, ${processes} processes`,
      script: 'service' as const,
      processes,
      most: 10_000,
      plan: { ...transfer, receivers: [users[0]!], target: TRANSFERS },
    },
  ]);
}

function login({ users }: Installation): Scenario {
  return {
    name: 'login',
    script: 'service',
    most: 400,
    plan: {
      method: 'POST',
      signed: false,
      repeatable: false,
      users,
      target: '/?req=user_profile_login',
      body: '{"emal":"{email}","pswd":"{password}","dvty":"Web","dsnm":"bench-login","dvnm":"bench"}',
    },
  };
}
