import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { KeyRing } from '../crypto/key-ring.js';
import { SecretBox } from '../crypto/secret-box.js';
import { EncryptedMails } from './encrypted-mails.js';
import type { StoredMail } from './mail-table.js';
import { renderMail } from './render-mail.js';

describe('EncryptedMails', () => {
  const config = {
    mailFrom: 'Harmattan <a@b.example>',
    supportEmail: 'help@b.example',
    appKey: randomBytes(32),
    previousAppKeys: [],
  };
  const box = new SecretBox(new KeyRing(config as unknown as Config));
  const mails = new EncryptedMails(box, config as unknown as Config);
  const stored = (sealed: string): StoredMail => ({
    id: 'M',
    sealed,
    template: 't',
    class: 'other',
    state: 'bulk',
    attempts: 0,
    createdAt: 1,
  });

  it('have their parts encrypted, and the help line in text and HTML', () => {
    const content = renderMail({ name: 't', class: 'other', subject: 'Hi {{name}}', lead: 'It happened.' }, { name: 'Ada' });
    const sealed = mails.encrypt('M', 'ada@example.com', content);
    const { to, subject, text, html } = mails.decrypt(stored(sealed));
    expect(JSON.parse(box.decrypt(sealed, 'M'))).toMatchObject({ to: 'ada@example.com', subject: 'Hi Ada', text });
    expect([to, subject]).toEqual(['ada@example.com', 'Hi Ada']);
    expect(text).toContain('Need help? Write to help@b.example.');
    expect(html).toContain('mailto:help@b.example');
  });
});
