import { CreateAdministrator } from '../contexts/staff/members/index.js';
import type { CommandLine } from './command-line.js';

export interface StaffCreateAdminOptions {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly json?: boolean;
}

/** Creates an administrator. Always prints JSON, because the output is usually read by a program or stored in a vault. */
export function staffCreateAdmin(cli: CommandLine, options: StaffCreateAdminOptions): Promise<void> {
  return cli.run(options, async (context) => {
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
  });
}
