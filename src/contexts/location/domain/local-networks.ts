import { BlockList } from 'node:net';

/** Loopback, private, link-local and carrier-grade NAT networks, which have no place. */
const LOCAL_NETWORKS: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

const local = new BlockList();
for (const network of LOCAL_NETWORKS) local.addSubnet(...network);

export function isLocal(ip: string): boolean {
  return local.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4');
}
