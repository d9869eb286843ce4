import { leadsToThisMachine } from './addresses-of-service.js';

/** A variable and its value: credentials, codes or customers' data are sent there, or links of mails lead there. */
export type GivenAddress = readonly [name: string, address: string | undefined];

export function addressFault(
  [name, given]: GivenAddress,
  { INSECURE_LOOPBACK_URLS }: { readonly INSECURE_LOOPBACK_URLS: 'refused' | 'allowed' },
): string[] {
  const address = given?.replace(/^s3:/, '');
  if (!address?.startsWith('http:')) return [];
  if (INSECURE_LOOPBACK_URLS === 'allowed' && leadsToThisMachine(address)) return [];
  return [
    `${name} must be https in production; http is possible for this machine's own addresses, with INSECURE_LOOPBACK_URLS=allowed`,
  ];
}
