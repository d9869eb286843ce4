import type { CommandLine } from '../command-line.js';
import type { Report } from '../report.js';
import { type Caller, type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import { beginSession, deviceOf } from './session.js';

export interface LoginOptions extends CallerOptions {
  readonly staff?: boolean;
  readonly code?: string;
}

export function login(cli: CommandLine, email: string | undefined, options: LoginOptions): Promise<void> {
  return runCaller(cli, options, async (caller) => {
    const emal = email ?? (await caller.ask(QUESTIONS.email));
    if (!options.staff) return signIn(caller, emal);
    const input = await credentialsFor(caller, emal);
    const pinc = options.code ?? (await caller.ask(QUESTIONS.code));
    return beginSession(caller, 'control_staff_profile_login', { ...input, pinc }, emal);
  });
}

/** Signs in as a customer, after asking for the password. @throws CommandError if the service refuses */
export async function signIn(caller: Caller, email: string): Promise<Report> {
  return beginSession(caller, 'user_profile_login', await credentialsFor(caller, email), email);
}

async function credentialsFor(caller: Caller, email: string): Promise<Readonly<Record<string, string>>> {
  const pswd = await caller.ask(QUESTIONS.password);
  const { type, serial, name } = deviceOf(caller);
  return { emal: email, pswd, dvty: type, dsnm: serial, dvnm: name };
}
