import type { CommandLine } from '../command-line.js';
import type { Report } from '../report.js';
import { type Caller, type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import { beginSession, deviceOf } from './session.js';

export interface RegisterOptions extends CallerOptions {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly referral?: string;
  readonly invitation?: string;
  readonly code?: string;
}

export function register(cli: CommandLine, email: string | undefined, options: RegisterOptions): Promise<void> {
  return runCaller(cli, options, async (caller) => {
    const emal = email ?? (await caller.ask(QUESTIONS.email));
    if (options.invitation !== undefined) return registerStaff(caller, emal, options.invitation, options.code);
    const fsnm = options.firstName ?? (await caller.ask(QUESTIONS.firstName));
    const lsnm = options.lastName ?? (await caller.ask(QUESTIONS.lastName));
    const pswd = await caller.askNewPassword();
    const { type: devt, serial: devs, name: devn } = deviceOf(caller);
    const input = { fsnm, lsnm, emal, pswd, devt, devs, devn };
    const { referral } = options;
    return beginSession(caller, 'user_profile_create', referral === undefined ? input : { ...input, refx: referral }, emal);
  });
}

/** The password is that of the account where there is one. */
async function registerStaff(caller: Caller, emal: string, rgid: string, code: string | undefined): Promise<Report> {
  const pswd = await caller.ask(QUESTIONS.password);
  const pinc = code ?? (await caller.ask(QUESTIONS.code));
  const { type: dvty, serial: dsnm, name: dvnm } = deviceOf(caller);
  return beginSession(caller, 'control_staff_profile_register', { rgid, emal, pswd, pinc, dvty, dsnm, dvnm }, emal);
}
