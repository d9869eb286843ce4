import { isLoopback, parseAddress } from '../../kernel/addresses.js';

/** `0.0.0.0` and `::`, which a service can listen on and nobody can call. */
export function isEveryAddress(host: string): boolean {
  return parseAddress(host)?.range() === 'unspecified';
}

/** Without the brackets of IPv6; empty where it is no URL. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

export function addressOf(host: string, port: number): string {
  return reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

/** Without a slash at its end, and on this machine in the place of every address. */
export function reachable(url: string): string {
  const bare = url.replace(/\/$/, '');
  if (!isEveryAddress(hostOf(bare))) return bare;
  return Object.assign(new URL(bare), { hostname: 'localhost' }).href.replace(/\/$/, '');
}

export function leadsToThisMachine(url: string): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
}
