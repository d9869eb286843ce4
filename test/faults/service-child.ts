/**
 * The whole service as a process that kills itself, with arguments `<where> <time> [signal]`, when it reaches that place for the
 * given time. Its sandbox answers at once. With SIGSTOP it reports each call of the provider to its parent.
 */
import { PurchaseSettings } from '../../src/contexts/purchases/application/purchase-settings.js';
import { BillerProviders } from '../../src/contexts/billers/application/ports.js';
import { SandboxTimes } from '../../src/contexts/billers/adapters/sandbox/sandbox-times.js';
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

/** From the parent: funds a wallet. */
export interface PayIn {
  readonly userId: string;
  readonly amountKobo: number;
}

const [place, time, signal = 'SIGKILL'] = process.argv.slice(2) as [Place?, string?, NodeJS.Signals?];
let armed = false;
let visits = 0;

function visit(here: Place): void {
  if (armed && here === place && ++visits === Number(time)) process.kill(process.pid, signal);
}

function report(call: 'submit' | 'query'): void {
  if (signal === 'SIGSTOP') process.send!(call);
}

const config = Config.load(process.env);
if (config.embedded) watchSqlite((point) => (point === 'after commit' ? visit('hold') : undefined));
else watchMysql((point) => Promise.resolve(point === 'after commit' ? visit('hold') : undefined));

const app = await createApp({ config });
app.enableShutdownHooks();
Object.assign(app.get(PurchaseSettings), { answerWithinMs: 600 });
const times = { submitTimeoutMs: 400, requeryDelaysMs: [50, 100, 200, 500] };
Object.assign(app.get(SandboxTimes), { decidesAfterMs: 200, ...times });
const [provider] = app.get(BillerProviders).all;
if (provider!.name !== 'sandbox') Object.assign(provider!.capabilities, { ...times, readTimeoutMs: 400 });
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
process.on('message', ({ userId, amountKobo }: PayIn) => {
  void payIn(userId, amountKobo);
});

async function payIn(userId: string, amountKobo: number): Promise<void> {
  await app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, userId, amountKobo));
  // Earlier passes belong to the preparation.
  armed = true;
  process.send!('paid in');
}

await app.listen(0, '127.0.0.1');
process.send!(await app.getUrl());
