/** A member of staff whom the operator makes by a command. */
import { HarmattanClient } from '@harmattan/client';
import { assertEqual } from './assert-equal.js';
import { Authenticator } from './authenticator.js';
import type { DemoService } from './service.js';
import type { Terminal } from './terminal.js';

const PASSWORD = 'Sahara-Dust-2026';

export interface Administrator {
  readonly name: string;
  readonly agentName: string;
  readonly client: HarmattanClient;
  readonly authenticator: Authenticator;
  signIn(): Promise<void>;
}

/** What the command prints. */
interface Invitation {
  readonly agentName: string;
  readonly registrationId: string;
  readonly totpSecret: string;
}

/** Makes and registers one. */
export async function createAdministrator(
  service: DemoService,
  terminal: Terminal,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): Promise<Administrator> {
  const email = `${firstName.toLowerCase()}@example.com`;
  const command = ['staff:create-admin', '--email', email, '--first-name', firstName, '--last-name', lastName];
  const { exitCode, output } = await terminal.withSpinner('staff:create-admin', () => service.runCommand(...command));
  if (exitCode !== 0) throw new Error(`staff:create-admin exits with ${exitCode}\n${output}`);
  const { agentName, registrationId, totpSecret } = JSON.parse(output) as Invitation;
  const authenticator = new Authenticator(totpSecret);
  const client = new HarmattanClient({ baseUrl: service.origin });
  const registration = { rgid: registrationId, emal: email, pswd: PASSWORD, pinc: await authenticator.next() };
  const { status } = await client.call('control_staff_profile_register', registration);
  assertEqual('the status of the new administrator', status, 'active');
  const signIn = async (): Promise<void> => {
    const device = { dvty: 'Web', dsnm: `desk-${firstName}`, dvnm: `${firstName}'s desk` };
    const login = { emal: email, pswd: PASSWORD, pinc: await authenticator.next(), ...device };
    await client.signIn('control_staff_profile_login', login);
  };
  return { name: firstName, agentName, client, authenticator, signIn };
}
