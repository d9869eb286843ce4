/**
 * The whole service with the payout providers of its environment. It pays what its parent sends, and reports each payout that was
 * answered; the parent kills it in between, or it kills itself at the place that comes with them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { PayoutProviders, ResolveAccount } from '../../src/contexts/banks/index.js';
import { PayoutRecipients } from '../../src/contexts/banks/payout-provider.js';
import { UserMessages } from '../../src/contexts/notifications/index.js';
import { CreatePayout } from '../../src/contexts/payouts/create-payout.js';
import { PayoutSettings } from '../../src/contexts/payouts/payouts.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { createApp } from '../../src/create-app.js';
import { Failure } from '../../src/kernel/failure.js';
import { naira } from '../../src/kernel/money.js';
import { Config } from '../../src/platform/config/config.js';
import { movement } from '../support/ledger-fixture.js';
import { watchMysql, watchSqlite } from './crash-points.js';

/**
 * `hold`: the hold is committed and its answer not received; `call`: the provider is about to be called; `registered`: the account is
 * registered with it, and nothing was ordered; `answer`: it has answered; `messages`: those of a page of journals are written, and
 * neither they nor the cursor are committed.
 */
export type Place = 'hold' | 'call' | 'registered' | 'answer' | 'messages';

/** From the parent: money for a wallet, or payouts of 100 Naira. */
export type Order =
  | { readonly do: 'pay in'; readonly userId: string; readonly amountNaira: number }
  | {
      readonly do: 'pay out';
      readonly payouts: readonly { readonly userId: string; readonly account: string }[];
      readonly killedAt?: Place;
    };

/** To the parent: a payout was answered, or the money has arrived. */
export interface Report {
  readonly done: string;
}

/** Few, because those that a kill finds before their order stay open. */
const AT_ONCE = 4;
const BANK = 'gtbank';
/** Never set aside, because then the payouts would not meet their faults. */
const CAPABILITIES = {
  simulatesFaults: true,
  submitTimeoutMs: 1_000,
  readTimeoutMs: 3_000,
  requeryDelaysMs: [100, 300, ...Array<number>(100).fill(1_000)],
};

/** The visits before it find payouts under way. */
const KILLED_AT_VISIT = 3;
let killedAt: Place | undefined;
let visits = 0;

function visit(here: Place): void {
  if (here === killedAt && ++visits === KILLED_AT_VISIT) process.kill(process.pid, 'SIGKILL');
}

/** Before the queue starts, because the jobs of a killed process continue at once. */
@Module({})
class QuickProviders implements OnModuleInit {
  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    Object.assign(this.modules.get(PayoutSettings, { strict: false }), { answerWithinMs: 1_000 });
    for (const provider of this.modules.get(PayoutProviders, { strict: false }).all) {
      Object.assign(provider.capabilities, CAPABILITIES);
      const submit = provider.submit.bind(provider);
      provider.submit = async (...given) => {
        visit('call');
        const outcome = await submit(...given);
        visit('answer');
        return outcome;
      };
    }
  }
}

const config = Config.load(process.env);
if (config.embedded) watchSqlite((point) => (point === 'after commit' ? visit('hold') : undefined));
else watchMysql((point) => Promise.resolve(point === 'after commit' ? visit('hold') : undefined));

const app = await createApp({ config }, (options) => ({ module: QuickProviders, imports: [AppModule.forRoot(options)] }));
app.enableShutdownHooks();

const recipients = app.get(PayoutRecipients, { strict: false });
const keep = recipients.keep.bind(recipients);
recipients.keep = async (...given) => {
  await keep(...given);
  visit('registered');
};
const messages = app.get(UserMessages, { strict: false });
const prepareAll = messages.prepareAll.bind(messages);
messages.prepareAll = async (given) => {
  const write = await prepareAll(given);
  return async () => {
    await write();
    visit('messages');
  };
};

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  if (order.do === 'pay in') void payIn(order.userId, order.amountNaira);
  else {
    killedAt = order.killedAt;
    void payAll([...order.payouts]);
  }
});

async function payIn(userId: string, amountNaira: number): Promise<void> {
  await app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, userId, naira(amountNaira)));
  process.send!({ done: userId } satisfies Report);
}

async function payAll(payouts: { userId: string; account: string }[]): Promise<void> {
  const payer = async () => {
    for (let next = payouts.pop(); next; next = payouts.pop()) {
      await payForSure(next.userId, next.account);
      process.send!({ done: next.account } satisfies Report);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, payer));
}

/** Again where the name could not be asked for in time. */
async function payForSure(userId: string, account: string): Promise<void> {
  for (;;) {
    try {
      return await pay(userId, account);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await pause(200);
    }
  }
}

async function pay(userId: string, account: string): Promise<void> {
  const { name } = await app.get(ResolveAccount, { strict: false }).execute(userId, BANK, account);
  const order = { code: BANK, account, name, amountKobo: naira(100), note: '', pin: undefined, again: false };
  const idempotencyKey = { scope: userId, action: 'user_payout_create', key: account, fingerprint: account };
  const visitor = { sessionId: '', isTest: false, grants: undefined, ip: '127.0.0.1', reference: '' };
  await app.get(CreatePayout, { strict: false }).execute(order, { ...visitor, userId, idempotencyKey });
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
