import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './addresses.js';

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Addresses, networks (10.0.0.0/8) and named ranges (loopback, linklocal, uniquelocal). */
export class NetworkList {
  private readonly list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries.flatMap((each) => NAMED[each] ?? [each])) this.add(entry);
  }

  /** False for text that is no address. */
  has(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && this.list.check(address.toString(), address.kind());
  }

  private add(entry: string): void {
    const [text = '', bits] = entry.split('/');
    const address = ipaddr.process(text);
    // The bits of an IPv4 address that is written in IPv6 are counted from the beginning of that.
    const shift = address.kind() === 'ipv4' && text.includes(':') ? 96 : 0;
    const all = address.kind() === 'ipv4' ? 32 : 128;
    this.list.addSubnet(address.toString(), bits === undefined ? all : Math.max(0, Number(bits) - shift), address.kind());
  }
}
