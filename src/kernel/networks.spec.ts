import { describe, expect, it } from 'vitest';
import { coversInternet, hasVastNetwork } from './networks.js';

describe('networks that are the whole Internet', () => {
  it.each([
    '0.0.0.0/0',
    '::/0',
    '::/1',
    '2000::/3',
    '::ffff:0:0/96',
    '0.0.0.0/1,128.0.0.0/1',
    '128.0.0.0/1, 10.0.0.0/8, 0.0.0.0/1',
    '0.0.0.0/1,128.0.0.0/2,192.0.0.0/3',
    '2000::/4,3000::/4',
    'loopback,64.0.0.0/2,0.0.0.0/2,128.0.0.0/1',
  ])('%s', (networks) => expect(coversInternet(networks.split(','))).toBe(true));

  it.each(['', '0.0.0.0', '10.0.0.0/8,loopback', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7', '0.0.0.0/1', '8000::/1'])(
    'not %s',
    (networks) => expect(coversInternet(networks.split(','))).toBe(false),
  );
});

describe('networks of more strangers than any proxy has addresses', () => {
  it.each(['0.0.0.0/1', '128.0.0.0/2', '41.0.0.0/7', '::ffff:0:0/97', '10.0.0.0/8,8.0.0.0/6', '2000::/4', '2a00::/15'])(
    '%s',
    (networks) => expect(hasVastNetwork(networks.split(','))).toBe(true),
  );

  it.each(['', 'loopback', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10', '104.16.0.0/13', '2400:cb00::/32'])(
    'not %s',
    (networks) => expect(hasVastNetwork(networks.split(','))).toBe(false),
  );
});
