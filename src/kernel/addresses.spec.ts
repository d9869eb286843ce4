import { describe, expect, it } from 'vitest';
import { isLocal, isLoopback, isPublicAddress, maskAddress } from './addresses.js';

describe('isPublicAddress', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'shared by a carrier'],
    ['127.0.0.1', 'this machine'],
    ['127.255.255.254', 'this machine'],
    ['169.254.169.254', 'metadata of clouds'],
    ['168.63.129.16', 'of Azure'],
    ['::ffff:168.63.129.16', 'of Azure'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['192.0.0.192', 'metadata of Oracle'],
    ['fd00:ec2::254', 'metadata of Amazon'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.1', 'reserved'],
    ['192.0.2.1', 'examples'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.1', 'examples'],
    ['203.0.113.1', 'examples'],
    ['224.0.0.1', 'many'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'everybody'],
    ['::', 'nobody'],
    ['::1', 'this machine'],
    ['0:0:0:0:0:0:0:1', 'this machine, written out'],
    ['::ffff:127.0.0.1', 'IPv4 in IPv6'],
    ['::ffff:7f00:1', 'IPv4 in IPv6, in hexadecimal'],
    ['::ffff:10.0.0.1', 'IPv4 in IPv6'],
    ['::ffff:0:10.0.0.1', 'IPv4 translated'],
    ['::127.0.0.1', 'IPv4 compatible, long given up'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64, of whatever'],
    ['64:ff9b:1::a00:1', 'NAT64 of a network'],
    ['2002:7f00:1::', '6to4'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'examples'],
    ['100::1', 'discarded'],
    ['fc00::1', 'local'],
    ['fd12:3456::1', 'local'],
    ['fe80::1', 'link'],
    ['fe80::1%eth0', 'link, of an interface'],
    ['fec0::1', 'site'],
    ['ff02::1', 'many'],
    ['4000::1', 'given to nobody'],
    ['127.1', 'a short form of loopback'],
    ['0x7f000001', 'loopback in hexadecimal'],
    ['no address', 'no address'],
    ['', 'nothing'],
  ])('refuses %s (%s)', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '8.8.8.8',
    '41.58.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '::ffff:8.8.8.8',
    '2a00:1450:4001::1',
    '2c0f:fb50::1',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('accepts %s', (address) =>
    expect(isLoopback(address)).toBe(true),
  );

  it.each(['10.0.0.1', '::', 'fe80::1', 'localhost', ''])('refuses %j', (address) => expect(isLoopback(address)).toBe(false));
});

describe('isLocal', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.1.1',
    '172.31.0.1',
    '192.168.1.1',
    '::',
    '::1',
    'fd00::1',
    'fe80::1%eth0',
  ])('accepts %s', (address) => expect(isLocal(address)).toBe(true));

  it.each(['8.8.8.8', '172.32.0.1', '2c0f:f5c0::1', 'nowhere', ''])('refuses %j', (address) =>
    expect(isLocal(address)).toBe(false),
  );
});

describe('maskAddress', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2c0f:f5c0:12:34::1', '2c0f:f5c0:12::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['2c0f::1', '2c0f:0:0::/48'],
    ['::3:4:5:6:7:8', '0:0:3::/48'],
    ['::1', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['203.0.113', ''],
    ['', ''],
  ])('masks %j as %j', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });
});
