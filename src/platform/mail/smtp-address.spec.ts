import { describe, expect, it } from 'vitest';
import { readVariables } from '../config/read-variables.js';
import { smtpAddress } from './smtp-address.js';
import { MailEnvironment } from './mail.settings.js';

describe('MAIL_URL', () => {
  it('names a server, and files of TLS', () => {
    expect(smtpAddress('smtp://me:p%40ss@mail.example:587')).toEqual({ url: 'smtp://me:p%40ss@mail.example:587', tls: {} });
    const { url, tls } = smtpAddress(`smtps://mail.example?ca=${import.meta.filename}`);
    expect(url).toBe('smtps://mail.example');
    expect(String(tls.ca)).toContain('names a server, and files of TLS');
  });

  it.each([
    ['smtps://me:secret@mail.example?secure=true', 'MAIL_URL cannot be used: it does not have the parameter secure'],
    [
      'smtps://me:secret@mail.example?ca=/nowhere.pem',
      "MAIL_URL cannot be used: ENOENT: no such file or directory, open '/nowhere.pem'",
    ],
  ])('is refused where it would not be what it says: %s', (MAIL_URL, fault) =>
    expect(readVariables(MailEnvironment, { MAIL_URL }).faults).toEqual([fault]),
  );
});
