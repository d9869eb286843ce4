import type { CommandLine } from '../command-line.js';
import { type CallerOptions, runCaller } from './caller.js';

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
