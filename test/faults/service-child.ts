/**
 * The whole service as a process that kills itself when it reaches the place that its parent names for the given time. Its sandbox
 * answers at once. With SIGSTOP it reports each call of the provider to its parent.
 */
import { type Abstract, Module, type OnModuleInit, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { PurchaseSettings } from '../../src/contexts/purchases/purchases.js';
import { BillerProviders } from '../../src/contexts/billers/biller-provider.js';
import { SandboxTimes } from '../../src/contexts/billers/adapters/sandbox/scenario.js';
import { UserMessages } from '../../src/contexts/notifications/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { createApp } from '../../src/create-app.js';
import { Config } from '../../src/platform/config/config.js';
import { movement } from '../support/ledger-fixture.js';
import { watchMysql, watchSqlite } from './crash-points.js';

/**
 * `hold`: the hold is committed and its answer not received; `call`: the provider is about to be called; `answer`: it has
 * answered; `messages`: the messages of a page of journals are written, and neither they nor the cursor are committed.
 */
export type Place = 'hold' | 'call' | 'answer' | 'messages';

export interface Death {
  readonly at: Place;
  /** Earlier visits than this one do nothing. */
  readonly time: number;
  readonly signal?: NodeJS.Signals;
}

/** From the parent: funds a wallet, and says where to die from then on. */
export interface PayIn {
  readonly userId: string;
  readonly amountKobo: number;
  readonly death?: Death | undefined;
}

let death: Death | undefined;
let visits = 0;

function visit(here: Place): void {
  if (here === death?.at && ++visits === death.time) process.kill(process.pid, death.signal ?? 'SIGKILL');
}

function report(call: 'submit' | 'query'): void {
  if (death?.signal === 'SIGSTOP') process.send!(call);
}

/** Longer than any of them, so that a kill at the answer finds purchases that are not answered, however busy the machine is. */
const ANSWER_WITHIN_MS = 60_000;
const REQUERY_DELAYS_MS = [50, 100, 200, ...Array<number>(600).fill(500)];
const SANDBOX_TIMES = { submitTimeoutMs: 400, requeryDelaysMs: REQUERY_DELAYS_MS };
/** Other providers do not take a reference twice, so a purchase that misses this window fails; a busy machine must not miss it. */
const PROVIDER_TIMES = { submitTimeoutMs: 120_000, readTimeoutMs: 120_000, requeryDelaysMs: REQUERY_DELAYS_MS };

/** Before the queue starts, because the jobs of a killed process continue at once. */
@Module({})
class QuickProviders implements OnModuleInit {
  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    const found = <T>(token: Abstract<T> | Type<T>) => this.modules.get<T>(token, { strict: false });
    Object.assign(found(PurchaseSettings), { answerWithinMs: Number(process.env['ANSWER_WITHIN_MS'] ?? ANSWER_WITHIN_MS) });
    Object.assign(found(SandboxTimes), { decidesAfterMs: 200, ...SANDBOX_TIMES });
    const [provider] = found(BillerProviders).all;
    if (provider!.name !== 'sandbox') Object.assign(provider!.capabilities, PROVIDER_TIMES);
    const submit = provider!.submit.bind(provider);
    const query = provider!.query.bind(provider);
    provider!.query = (...given) => {
      report('query');
      return query(...given);
    };
    provider!.submit = async (...given) => {
      report('submit');
      visit('call');
      const outcome = await submit(...given);
      visit('answer');
      return outcome;
    };
  }
}

const config = Config.load(process.env);
if (config.embedded) watchSqlite((point) => (point === 'after commit' ? visit('hold') : undefined));
else watchMysql((point) => Promise.resolve(point === 'after commit' ? visit('hold') : undefined));

const app = await createApp({ config }, (options) => ({ module: QuickProviders, imports: [AppModule.forRoot(options)] }));
app.enableShutdownHooks();

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
process.on('message', (order: PayIn) => {
  void payIn(order);
});

async function payIn({ userId, amountKobo, death: next }: PayIn): Promise<void> {
  await app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, userId, amountKobo));
  // Earlier visits belong to the preparation.
  death = next;
  process.send!('paid in');
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
