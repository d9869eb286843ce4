import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import pTimeout from 'p-timeout';
import type { HostAddress, HostAddresses } from './host-addresses.js';
import { isLoopback, isPublicAddress } from '../../kernel/addresses.js';

/** The address is not public. */
export class AddressRefused extends Error {}

export interface GuardSettings {
  readonly allowsLoopback: boolean;
  /** PEM of a certificate authority trusted in place of the public ones. */
  readonly certificateAuthority?: string | undefined;
}

/**
 * Opens a connection, TLS included, to a public address only. The name is resolved once and only the checked addresses are
 * used; the address of the open connection is checked again before anything is sent, against DNS rebinding.
 * @param signal ends the opening, and not the connection, which others use later
 * @throws AddressRefused
 */
export async function openGuarded(
  url: URL,
  addresses: HostAddresses,
  settings: GuardSettings,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(url);
  const found = await checkedAddresses(url, addresses, settings, signal);
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const socket = connect({ host, port, lookup: fixedLookup(found), autoSelectFamily: true });
  ignoreLateErrors(socket);
  try {
    await once(socket, 'connect', { signal });
    check(socket.remoteAddress, settings);
    if (!isSecure) return socket;
    const servername = isIP(host) ? '' : host;
    const secure = connectTls({ socket, host, servername, ca: settings.certificateAuthority, ALPNProtocols: ['http/1.1'] });
    ignoreLateErrors(secure);
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The addresses of a request to this url. @throws AddressRefused if one of them is not public */
export async function checkedAddresses(
  url: URL,
  addresses: HostAddresses,
  settings: GuardSettings,
  signal: AbortSignal,
): Promise<HostAddress[]> {
  const found = await addressesOf(hostOf(url), addresses, signal);
  for (const { address } of found) check(address, settings);
  return found;
}

function check(address: string | undefined, { allowsLoopback }: GuardSettings): void {
  if (address !== undefined && (isPublicAddress(address) || (allowsLoopback && isLoopback(address)))) return;
  throw new AddressRefused(`the address ${address ?? 'of nobody'} is not public`);
}

/** URL has normalised 0x7f.1, 2130706433 and similar notations. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

async function addressesOf(host: string, addresses: HostAddresses, signal: AbortSignal): Promise<HostAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family as 4 | 6 }];
  const found = await pTimeout(addresses.of(host), { milliseconds: Infinity, signal });
  if (found.length === 0) throw new Error(`${host} has no address`);
  return found;
}

function fixedLookup(found: readonly HostAddress[]): LookupFunction {
  return (_host, { all }, done) => (all ? done(null, [...found]) : done(null, found[0]!.address, found[0]!.family));
}

/** An error without a listener would end the process, also when nothing awaits the socket any more. */
function ignoreLateErrors(socket: Socket): void {
  socket.on('error', () => undefined);
}
