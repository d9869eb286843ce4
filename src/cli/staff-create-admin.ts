import { CreateAdministrator } from '../contexts/staff/members/application/create-administrator.js';
import type { CommandLine } from './command-line.js';

interface Options {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly json?: boolean;
}

/** Creates an administrator. Always prints JSON, because the output is usually read by a program or stored in a vault. */
export function staffCreateAdmin(cli: CommandLine): void {
  cli
    .command('staff:create-admin', 'create an administrator; prints the registration secrets, only once, as JSON')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .action((options: Options) =>
      cli.run(options, async (context) => {
        const { profile, invitation, totpSecret, totpLink } = await (await context.get(CreateAdministrator)).execute(options);
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
