import type { CommandLine } from '../command-line.js';
import { addCallerCommand, type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import { beginSession, deviceOf, PASSWORD_HELP } from './session.js';

interface Options extends CallerOptions {
  readonly staff?: boolean;
  readonly code?: string;
}

export function login(cli: CommandLine): void {
  addCallerCommand(cli, 'login', 'sign in to a service, for call')
    .argument('[email]', 'e-mail address; default: HARMATTAN_EMAIL, else asked for')
    .option('--staff', 'as staff, with a code of the second factor')
    .option('--code <code>', 'of the second factor; default: HARMATTAN_CODE, else asked for')
    .addHelpText('after', PASSWORD_HELP)
    .action((email: string | undefined, options: Options) =>
      runCaller(cli, options, async (caller) => {
        const emal = email ?? (await caller.ask(QUESTIONS.email));
        const pswd = await caller.ask(QUESTIONS.password);
        const device = deviceOf(caller);
        const input = { emal, pswd, dvty: device.type, dsnm: device.serial, dvnm: device.name };
        if (!options.staff) return beginSession(caller, 'user_profile_login', input, emal);
        const pinc = options.code ?? (await caller.ask(QUESTIONS.code));
        return beginSession(caller, 'control_staff_profile_login', { ...input, pinc }, emal);
      }),
    );
}
