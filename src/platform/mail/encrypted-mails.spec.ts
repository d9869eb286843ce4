import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { KeyRing } from '../crypto/key-ring.js';
import { SecretBox } from '../crypto/secret-box.js';
import { EncryptedMails } from './encrypted-mails.js';
import { renderMail } from './render-mail.js';
import { MailEnvironment } from './mail.settings.js';

describe('EncryptedMails', () => {
  const settings = Object.assign(new MailEnvironment(), {
    MAIL_FROM: 'Harmattan <a@b.example>',
    SUPPORT_EMAIL: 'help@b.example',
  });
  const box = new SecretBox(
    new KeyRing({ appKey: randomBytes(32), previousAppKeys: [] as Buffer[] } as Partial<Config> as Config),
  );
  const mails = new EncryptedMails(box, settings);

  it('have their parts encrypted, and the help line in text and HTML', () => {
    const content = renderMail({ name: 't', class: 'other', subject: 'Hi {{name}}', lead: 'It happened.' }, { name: 'Ada' });
    const sealed = mails.encrypt('M', { to: 'ada@example.com', content });
    const { to, subject, text, html } = mails.compose({ id: 'M', createdAt: 1, opened: mails.decrypt({ id: 'M', sealed }) });
    expect(JSON.parse(box.decrypt(sealed, 'M'))).toEqual({ to: 'ada@example.com', content });
    expect([to, subject]).toEqual(['ada@example.com', 'Hi Ada']);
    expect(text).toContain('Need help? Write to help@b.example.');
    expect(html).toContain('mailto:help@b.example');
  });
});
