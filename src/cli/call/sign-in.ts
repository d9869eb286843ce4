import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { CommandError, type Report } from '../terminal.js';
import { formatTime } from '../options.js';
import { type Caller, type CallerOptions, QUESTIONS, runCaller } from './caller.js';
import type { CommandLine } from '../command-line.js';

interface SessionData {
  readonly userid: string;
  readonly pbcKey: string;
  readonly secret: string;
  /** Unix seconds. */
  readonly expires: string;
}

interface Device {
  readonly type: string;
  readonly serial: string;
  readonly name: string;
}

/** The same for the same profile. */
export function deviceOf({ profiles, profileName }: Caller): Device {
  const serial = profiles.find(profileName)?.deviceSerial ?? `cli-${randomBytes(12).toString('hex')}`;
  return { type: 'CLI', serial, name: `harmattan on ${hostname()}`.slice(0, 64) };
}

/** Begins a session and keeps it as the profile. @throws CommandError where the service refuses */
export async function beginSession(
  caller: Caller,
  action: string,
  input: Readonly<Record<string, string>>,
  email: string,
): Promise<Report> {
  const { client, profiles, profileName, url, sameOptions } = caller;
  const operation = (await client.operations()).get(action);
  const { envelope, retryAfterSeconds } = await client.send(operation, { values: input, files: {} });
  if (envelope.REQUEST.STATUS !== 'OK') {
    const when = retryAfterSeconds ? ` (in ${retryAfterSeconds} seconds)` : '';
    const login = envelope.ERRORS?.ID === 'email_taken' ? `: harmattan login ${email}${sameOptions}` : '';
    throw new CommandError(`${envelope.ERRORS?.DETAILS ?? 'The service refused.'}${when}${login}`);
  }
  const { userid, pbcKey, secret, expires } = envelope.DATA as SessionData;
  const deviceSerial = (input['devs'] ?? input['dsnm'])!;
  profiles.save(profileName, { url, email, userid, pbcKey, secret, expires: Number(expires), deviceSerial });
  const until = new Date(Number(expires) * 1000);
  const file = profiles.path(profileName);
  return {
    data: { profile: profileName, file, url, email, userid, expires: until.toISOString() },
    lines: [`Signed in at ${url} as ${email} until ${formatTime(until.getTime())}; kept in ${file}.`],
  };
}

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

/** The profile is removed also where the service does not answer. */
export function logout(cli: CommandLine, options: CallerOptions): Promise<void> {
  return runCaller(cli, options, async ({ client, profiles, profileName }) => {
    const profile = profiles.find(profileName);
    profiles.remove(profileName);
    const file = profiles.path(profileName);
    if (!profile)
      return { data: { profile: profileName, ended: false }, lines: [`There is no profile ${profileName} (${file}).`] };
    const operation = (await client.operations()).get('user_profile_logout');
    const { envelope } = await client.send(operation, { values: {}, files: {} }, { credentials: profile });
    const ended = envelope.REQUEST.STATUS === 'OK';
    const text = ended ? `Signed out ${profile.email}` : `The session of ${profile.email} had ended before`;
    return { data: { profile: profileName, ended }, lines: [`${text}; ${file} is removed.`] };
  });
}
