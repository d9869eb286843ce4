import { describe, expect, it } from 'vitest';
import { readVariables } from '../config/read-variables.js';
import { DatabaseEnvironment } from './database.settings.js';
import { mysqlTls, tlsArguments } from './mysql-options.js';

const tlsOf = (query: string) => mysqlTls(new URLSearchParams(query));

describe('TLS of a database URL', () => {
  it.each([
    ['', undefined],
    ['ssl=false', undefined],
    ['sslmode=disable', undefined],
    ['socketPath=/run/mysqld.sock', undefined],
    ['ssl=true', { mode: 'verify_identity' }],
    ['tls=true', { mode: 'verify_identity' }],
    ['ssl-mode=VERIFY_IDENTITY', { mode: 'verify_identity' }],
    ['sslmode=verify-full', { mode: 'verify_identity' }],
    ['sslmode=verify-ca&ca=/etc/ca.pem', { mode: 'verify_ca', ca: '/etc/ca.pem' }],
    ['ssl-mode=REQUIRED&cert=/c.pem&key=/k.pem', { mode: 'required', cert: '/c.pem', key: '/k.pem' }],
  ])('understands %j', (query, tls) => expect(tlsOf(query)).toEqual(tls));

  it.each([
    ['useSSL=true', 'it does not have the parameter useSSL'],
    ['ssl=yes-please', 'ssl must be true, false, required, verify_ca or verify_identity'],
    ['sslmode=prefer', 'sslmode must be true, false, required, verify_ca or verify_identity'],
    ['ssl=', 'ssl must be true'],
    ['ssl=constructor', 'ssl must be true'],
    ['ssl=true&tls=false', 'ssl and tls are two words for one thing'],
    ['ca=/etc/ca.pem', 'ca without ssl=true'],
  ])('refuses %j, which would be no TLS', (query, reason) => expect(() => tlsOf(query)).toThrow(reason));

  it('is a fault of the settings, without the password', () => {
    const { faults } = readVariables(DatabaseEnvironment, {
      DATABASE_URL: 'mysql://me:secret@db/harmattan?useSSL=true',
      DATABASE_REPLICA_URLS: 'mysql://me:secret@one/harmattan?ssl=true,mysql://me:secret@two/harmattan?ssl=prefer',
      MIGRATION_DATABASE_URL: 'mysql://me:secret@db/harmattan?ssl=true&ca=/nowhere.pem',
    });
    expect(faults).toEqual([
      'DATABASE_URL cannot be used: it does not have the parameter useSSL',
      "MIGRATION_DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nowhere.pem'",
      'DATABASE_REPLICA_URLS cannot be used: ssl must be true, false, required, verify_ca or verify_identity',
    ]);
  });

  it('is passed on to the client programs', () => {
    const tls = { mode: 'verify_identity', ca: '/ca.pem' } as const;
    expect(tlsArguments(tls, true)).toEqual(['--ssl-mode=VERIFY_IDENTITY', '--ssl-ca=/ca.pem']);
    expect(tlsArguments(tls, false)).toEqual(['--ssl', '--ssl-verify-server-cert', '--ssl-ca=/ca.pem']);
    expect(tlsArguments({ mode: 'required' }, false)).toEqual(['--ssl']);
  });
});
