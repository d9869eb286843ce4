import type { Command } from 'commander';
import type { CallOptions } from '../call/call.js';
import type { CallerOptions } from '../call/caller.js';
import type { LoginOptions, RegisterOptions } from '../call/sign-in.js';
import type { PayCommandOptions } from '../call/pay.js';
import type { ProbeOptions } from '../call/probe.js';
import type { CommandLine, Declaration } from '../command-line.js';

const PASSWORD_HELP = `
The command asks for the password, or takes it from HARMATTAN_PASSWORD or the first line of the standard input.
It keeps the session as a profile that only its owner may read, in ~/.config/harmattan/profiles (or XDG_CONFIG_HOME).`;

const CALL_HELP = `
Parameters by their names in /docs, in any order:
  amount=5000         text, number or boolean, as the operation takes it; lists separated by commas
  pswd=@file          the text of a file; @- the standard input, without an echo on a terminal
  staffcx:='{"…":1}'  JSON; with :=@file the JSON of a file
  file@note.txt       a file to upload

Examples:
  harmattan call user_deposit_order_create amount=5000
  harmattan call user_wallet_history rqtp=all
  harmattan call core_file_upload file@note.txt
  harmattan call user_wallet_get_info --get balance`;

const PROBE_HELP = `
Sign both in once (login --profile). When a session ends, it signs in again with HARMATTAN_PASSWORD, which both accounts share.`;

export const CALL_COMMANDS: readonly Declaration[] = [
  (cli) =>
    callerCommand(cli, 'register', 'open an account at a service and sign in')
      .argument('[email]', 'e-mail address; default: HARMATTAN_EMAIL, else asked for')
      .option('--first-name <name>', 'default: HARMATTAN_FIRST_NAME, else asked for')
      .option('--last-name <name>', 'default: HARMATTAN_LAST_NAME, else asked for')
      .option('--referral <code>', 'reference ID of the user who recommended it')
      .option('--invitation <id>', 'as staff: the registration ID of the invitation')
      .option('--code <code>', 'as staff: code of the second factor; default: HARMATTAN_CODE, else asked for')
      .addHelpText('after', PASSWORD_HELP)
      .action(async (email: string | undefined, options: RegisterOptions) =>
        (await import('../call/sign-in.js')).register(cli, email, options),
      ),

  (cli) =>
    callerCommand(cli, 'login', 'sign in to a service')
      .argument('[email]', 'e-mail address; default: HARMATTAN_EMAIL, else asked for')
      .option('--staff', 'as staff, with a code of the second factor')
      .option('--code <code>', 'code of the second factor; default: HARMATTAN_CODE, else asked for')
      .addHelpText('after', PASSWORD_HELP)
      .action(async (email: string | undefined, options: LoginOptions) =>
        (await import('../call/sign-in.js')).login(cli, email, options),
      ),

  (cli) =>
    callerCommand(cli, 'call', 'call an operation of a service as the signed-in profile; prints the answer as JSON')
      .argument('<action>', 'name of the operation')
      .argument('[parameters...]', 'key=value, key:=json, key@file')
      .option('--raw', 'print the answer unchanged')
      .option('--get <field>', 'print only this field of DATA, as text: balance, 0.marker')
      .option('--idempotency-key <key>', 'money moves once under this key, however often you call; default: a new key')
      .addHelpText('after', CALL_HELP)
      .action(async (action: string, parameters: string[], options: CallOptions) =>
        (await import('../call/call.js')).call(cli, action, parameters, options),
      ),

  (cli) =>
    callerCommand(cli, 'pay', 'pay a bill or buy airtime: shows the owner and the price, pays once, and waits for the token')
      .argument('<item>', 'itemId of service_biller_item_fetch, as ikeja-electric-prepaid')
      .argument('<customer>', 'meter, smartcard, account or phone number')
      .argument('<amount>', 'in Naira')
      .option('--pin <pin>', 'the transaction PIN, if the account has one')
      .option('--again', 'pay even if the same was paid within ten minutes')
      .option('--idempotency-key <key>', 'money moves once under this key; default: a new key')
      .action(async (item: string, customer: string, amount: string, options: PayCommandOptions) =>
        (await import('../call/pay.js')).pay(cli, [item, customer, amount], options),
      ),

  (cli) =>
    callerCommand(cli, 'probe', 'pay 50 Naira between two accounts of your own, and wait for the notice; exit 1 if it fails')
      .requiredOption('--partner <name>', 'profile of the other account; the one that has more pays')
      .option('--within <seconds>', 'longest time for the notice', '60')
      .option('--textfile <path>', "file for its metrics, for the textfile collector of Prometheus' node exporter")
      .addHelpText('after', PROBE_HELP)
      .action(async (options: ProbeOptions) => (await import('../call/probe.js')).probe(cli, options)),

  (cli) =>
    callerCommand(cli, 'logout', 'end the session of a profile, and remove the profile').action(async (options: CallerOptions) =>
      (await import('../call/sign-in.js')).logout(cli, options),
    ),
];

function callerCommand(cli: CommandLine, name: string, description: string): Command {
  return cli
    .command(name, description)
    .option('--profile <name>', 'default: HARMATTAN_PROFILE, else default')
    .option('--url <address>', "address of the service; default: the profile's, else HARMATTAN_URL, else http://127.0.0.1:3000");
}
