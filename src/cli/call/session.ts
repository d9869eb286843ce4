import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { CommandError } from '../command-error.js';
import type { Report } from '../report.js';
import { formatTime } from '../time-options.js';
import type { Caller } from './caller.js';

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
