import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { SecretBox } from '../crypto/secret-box.js';
import type { StoredMail } from './mail-table.js';
import { type OutgoingMail, senderName } from './mail-transport.js';
import { type MailText, renderPage } from './render-mail.js';

/** The encrypted part of a `mail` row; the HTML part is rendered when the mail is sent. */
export type MailContent = MailText & { readonly to: string };

@Injectable()
export class EncryptedMails {
  private readonly sender: string;

  constructor(
    private readonly secrets: SecretBox,
    { mailFrom }: Config,
  ) {
    this.sender = senderName(mailFrom);
  }

  encrypt(id: string, content: MailContent): string {
    return this.secrets.encrypt(JSON.stringify(content), id);
  }

  decrypt({ id, sealed, createdAt }: StoredMail): OutgoingMail {
    const { to, subject, text } = JSON.parse(this.secrets.decrypt(sealed, id)) as MailContent;
    return { id, createdAt, to, ...renderPage({ subject, text }, this.sender) };
  }
}
