import { isLoopback } from '../../../../kernel/addresses.js';

/** By what browsers know the service: a passkey is for the name, and answers at the origins alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/** WebAuthn takes names and no addresses, so that this machine is `localhost` whatever it is called. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))) url.hostname = 'localhost';
  return { id: url.hostname, origins: [url.origin] };
}
