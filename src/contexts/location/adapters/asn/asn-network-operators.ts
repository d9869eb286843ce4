import { parse as parseCsv } from 'csv-parse/sync';
import ipaddr from 'ipaddr.js';
import { readDataFile } from '../data-file.js';

const LINE_END = 0x0a;

/** Lines of first address, last address, number and operator of a network, ascending; the addresses are decimal numbers. */
type Networks = Buffer;

/**
 * Who operates the network of an address, from the lists of Route Views and DB-IP (CC BY 4.0) in the package `@ip-location-db/asn`, one
 * file for each address family. A file (21 MB, 11 MB) is read into memory at the first look-up of its family and searched as it is.
 */
export class AsnNetworkOperators {
  private ipv4: Promise<Networks> | undefined;
  private ipv6: Promise<Networks> | undefined;

  /** @param ip a valid address. @returns empty where nobody announces it */
  async find(ip: string): Promise<string> {
    const address = ipaddr.process(ip);
    const networks = await (address.kind() === 'ipv4' ? this.openIpv4() : this.openIpv6());
    return operatorOf(networks, BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`));
  }

  private openIpv4(): Promise<Networks> {
    return (this.ipv4 ??= readDataFile('@ip-location-db/asn/asn-ipv4-num.csv'));
  }

  private openIpv6(): Promise<Networks> {
    return (this.ipv6 ??= readDataFile('@ip-location-db/asn/asn-ipv6-num.csv'));
  }
}

/** Binary search by bytes: the line in the middle is the one that has the middle byte. */
function operatorOf(networks: Networks, address: bigint): string {
  let [from, to] = [0, networks.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const begin = middle === 0 ? 0 : networks.lastIndexOf(LINE_END, middle - 1) + 1;
    const lineEnd = networks.indexOf(LINE_END, begin);
    const end = lineEnd === -1 ? networks.length : lineEnd;
    const line = networks.toString('utf8', begin, end);
    const [first = '', last = ''] = line.split(',', 2);
    if (address < BigInt(first)) to = begin;
    else if (address > BigInt(last)) from = end + 1;
    else return parseCsv(line)[0]?.[3] ?? '';
  }
  return '';
}
