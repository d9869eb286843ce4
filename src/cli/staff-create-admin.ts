import { CreateAdministrator } from '../contexts/staff/application/create-administrator.js';
import type { CommandLine } from './command-line.js';

interface Options {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly json?: boolean;
}

/** The first administrator, or one more. Always prints JSON: what it prints is handed on by a program or kept in a vault. */
export function staffCreateAdmin(cli: CommandLine): void {
  cli
    .command('staff:create-admin', 'make an administrator; prints, this once, what they register with, as JSON')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .action((options: Options) =>
      cli.run(options, async (tool) => {
        const { profile, invitation, totpSecret, totpLink } = await (await tool.get(CreateAdministrator)).execute(options);
        const data = {
          email: profile.email,
          agentName: profile.agentName,
          trackingId: profile.trackingId,
          registrationId: invitation.registrationId,
          registrationExpires: new Date(invitation.expires).toISOString(),
          totpSecret,
          totpLink,
        };
        return { data, lines: [JSON.stringify(data, null, 2)] };
      }),
    );
}
