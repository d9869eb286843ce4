import { Argument, InvalidArgumentError, Option } from 'commander';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { type Kobo, parseNaira } from '../../kernel/money.js';
import { WEBHOOK_EVENTS, type WebhookEventName } from '../../kernel/webhook-events.js';
import { SANDBOX_OUTCOMES, type SandboxOutcome } from '../../sandbox/outcome-names.js';
import type { CommonOptions, Declaration } from '../command-line.js';
import type { DemoSeedOptions } from '../demo-seed.js';
import { parseLimit } from '../options.js';
import type { SandboxPayOptions } from '../sandbox.js';
import type { WebhooksListenOptions } from '../webhooks.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

export const SANDBOX_COMMANDS: readonly Declaration[] = [
  (cli) =>
    cli
      .command('demo:seed', 'make a demonstration: users in every state, two months of money, tickets, staff; not in production')
      .option('--force', 'make it even if there are other users, as long as no money has moved')
      .option('--users <number>', 'this many more users, for long lists', parseLimit)
      .option('--show', 'only print the users, and staff with their present codes')
      .action(async (options: DemoSeedOptions) => (await import('../demo-seed.js')).demoSeed(cli, options)),

  (cli) =>
    cli
      .command('sandbox:pay', 'pay into a deposit account of the sandbox bank; in the sandbox only')
      .argument('<account>', 'account number of a deposit order; another one ends in suspense')
      .argument('[amount]', 'in Naira; default: the amount of the order', parseAmount)
      .addOption(new Option('--short', 'half of it').conflicts(['late', 'twice', 'untold']))
      .addOption(new Option('--late', 'after the order has expired').conflicts(['short', 'twice', 'untold']))
      .addOption(new Option('--twice', 'two payments of it').conflicts(['short', 'late', 'untold']))
      .addOption(
        new Option('--untold', 'the bank tells the service nothing: reconcile finds it').conflicts(['short', 'late', 'twice']),
      )
      .action(async (account: string, amountKobo: Kobo | undefined, options: SandboxPayOptions) =>
        (await import('../sandbox.js')).sandboxPay(cli, account, amountKobo, options),
      ),

  (cli) =>
    cli
      .command('sandbox:reverse', 'take the payments into an account of the sandbox bank back; in the sandbox only')
      .argument('<account>', 'account number of the payment')
      .action(async (account: string, options: CommonOptions) =>
        (await import('../sandbox.js')).sandboxReverse(cli, account, options),
      ),

  (cli) =>
    cli
      .command('sandbox:outcome', "decide the sandbox provider's answer about a purchase or a payout; in the sandbox only")
      .argument('<order>', 'ID of the purchase or payout')
      .addArgument(new Argument('<outcome>', 'delivered and failed for an undecided one').choices(SANDBOX_OUTCOMES))
      .action(async (order: string, outcome: SandboxOutcome, options: CommonOptions) =>
        (await import('../sandbox.js')).sandboxOutcome(cli, order, outcome, options),
      ),

  (cli) =>
    cli
      .command('sandbox:clock', 'set the clock of the service forward; in the sandbox only')
      .argument('[forward]', 'as +90s, +35m, +2h or +3d; the clock never goes back', parseForward)
      .action(async (forwardMs: number | undefined, options: CommonOptions) =>
        (await import('../sandbox.js')).sandboxClock(cli, forwardMs, options),
      ),

  (cli) =>
    cli
      .command('webhooks:listen', 'print the webhooks that endpoints get, until Ctrl-C; in the sandbox only')
      .option('--forward <url>', 'post each there, as it was signed', parseUrl)
      .option('--events <names>', 'only these, separated by commas', parseEvents, [])
      .action(async (options: WebhooksListenOptions) => (await import('../webhooks.js')).webhooksListen(cli, options)),

  (cli) =>
    cli
      .command('webhooks:trigger', 'send events about the newest records to the endpoints that want them; in the sandbox only')
      .addArgument(new Argument('<events...>').choices(WEBHOOK_EVENTS))
      .action(async (names: WebhookEventName[], options: CommonOptions) =>
        (await import('../webhooks.js')).webhooksTrigger(cli, names, options),
      ),
];

function parseAmount(text: string): Kobo {
  const amountKobo = parseNaira(text);
  if (amountKobo === undefined) throw new InvalidArgumentError('Not an amount in Naira.');
  return amountKobo;
}

function parseForward(text: string): number {
  const [, count, unit] = /^\+(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit ?? ''] ?? 0);
  if (!(ms > 0)) throw new InvalidArgumentError('Give it as +90s, +35m, +2h or +3d.');
  return ms;
}

function parseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new InvalidArgumentError('Not an http address.');
  return text;
}

function parseEvents(text: string): WebhookEventName[] {
  return text.split(',').map((name) => {
    const event = WEBHOOK_EVENTS.find((each) => each === name.trim());
    if (!event) throw new InvalidArgumentError(`There is no event ${name}. There are ${WEBHOOK_EVENTS.join(', ')}.`);
    return event;
  });
}
