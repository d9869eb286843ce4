import type { CommandLine } from '../command-line.js';
import type { Report } from '../report.js';
import { addCallerCommand, type Caller, type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import { beginSession, deviceOf, PASSWORD_HELP } from './session.js';

interface Options extends CallerOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly referral?: string;
  readonly invitation?: string;
  readonly code?: string;
}

export function register(cli: CommandLine): void {
  addCallerCommand(cli, 'register', 'open an account at a service and sign in, for call')
    .argument('[email]', 'e-mail address; default: HARMATTAN_EMAIL, else asked for')
    .option('--first-name <name>', 'default: HARMATTAN_FIRST_NAME, else asked for')
    .option('--last-name <name>', 'default: HARMATTAN_LAST_NAME, else asked for')
    .option('--referral <code>', 'reference ID of who recommended it')
    .option('--invitation <id>', 'as staff: the registration ID of the invitation')
    .option('--code <code>', 'as staff: of the second factor; default: HARMATTAN_CODE, else asked for')
    .addHelpText('after', PASSWORD_HELP)
    .action((email: string | undefined, options: Options) =>
      runCaller(cli, options, async (caller) => {
        const emal = email ?? (await caller.ask(QUESTIONS.email));
        if (options.invitation !== undefined) return registerStaff(caller, emal, options.invitation, options.code);
        const fsnm = options.firstName ?? (await caller.ask(QUESTIONS.firstName));
        const lsnm = options.lastName ?? (await caller.ask(QUESTIONS.lastName));
        const pswd = await caller.askNewPassword();
        const { type: devt, serial: devs, name: devn } = deviceOf(caller);
        const input = { fsnm, lsnm, emal, pswd, devt, devs, devn };
        const { referral } = options;
        return beginSession(caller, 'user_profile_create', referral === undefined ? input : { ...input, refx: referral }, emal);
      }),
    );
}

/** The password is that of the account where there is one. */
async function registerStaff(caller: Caller, emal: string, rgid: string, code: string | undefined): Promise<Report> {
  const pswd = await caller.ask(QUESTIONS.password);
  const pinc = code ?? (await caller.ask(QUESTIONS.code));
  const { type: dvty, serial: dsnm, name: dvnm } = deviceOf(caller);
  return beginSession(caller, 'control_staff_profile_register', { rgid, emal, pswd, pinc, dvty, dsnm, dvnm }, emal);
}
