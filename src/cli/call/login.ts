import type { CommandLine } from '../command-line.js';
import { type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import { beginSession, deviceOf } from './session.js';

export interface LoginOptions extends CallerOptions {
  readonly staff?: boolean;
  readonly code?: string;
}

export function login(cli: CommandLine, email: string | undefined, options: LoginOptions): Promise<void> {
  return runCaller(cli, options, async (caller) => {
    const emal = email ?? (await caller.ask(QUESTIONS.email));
    const pswd = await caller.ask(QUESTIONS.password);
    const device = deviceOf(caller);
    const input = { emal, pswd, dvty: device.type, dsnm: device.serial, dvnm: device.name };
    if (!options.staff) return beginSession(caller, 'user_profile_login', input, emal);
    const pinc = options.code ?? (await caller.ask(QUESTIONS.code));
    return beginSession(caller, 'control_staff_profile_login', { ...input, pinc }, emal);
  });
}
