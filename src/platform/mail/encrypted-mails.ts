import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { SecretBox } from '../crypto/secret-box.js';
import type { StoredMail } from './mail-table.js';
import { type MailSender, htmlPart, textPart } from './mail-parts.js';
import { type OutgoingMail, senderName } from './mail-transport.js';
import type { MailContent } from './render-mail.js';

/** The encrypted part of a `mail` row; the HTML part is rendered when the mail is sent. */
interface SealedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly content: MailContent;
}

@Injectable()
export class EncryptedMails {
  private readonly sender: MailSender;

  constructor(
    private readonly secrets: SecretBox,
    { mailFrom, supportEmail, supportPhone }: Config,
  ) {
    this.sender = { name: senderName(mailFrom), supportEmail, supportPhone };
  }

  encrypt(id: string, to: string, content: MailContent): string {
    const mail: SealedMail = { to, subject: content.subject, text: textPart(content, this.sender), content };
    return this.secrets.encrypt(JSON.stringify(mail), id);
  }

  decrypt({ id, sealed, createdAt }: StoredMail): OutgoingMail {
    const { to, subject, text, content } = JSON.parse(this.secrets.decrypt(sealed, id)) as SealedMail;
    return { id, createdAt, to, subject, text, html: htmlPart(content, this.sender) };
  }
}
