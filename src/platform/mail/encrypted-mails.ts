import { Injectable } from '@nestjs/common';
import { SecretBox } from '../crypto/secret-box.js';
import { MailEnvironment } from './mail.settings.js';
import type { NewMail, StoredMail } from './mail-table.js';
import { type MailSender, htmlPart, textPart } from './mail-parts.js';
import { type OutgoingMail, senderName } from './mail-transport.js';
import type { AddressedMail } from './render-mail.js';

@Injectable()
export class EncryptedMails {
  private readonly sender: MailSender;

  constructor(
    private readonly secrets: SecretBox,
    { MAIL_FROM, supportContact }: MailEnvironment,
  ) {
    this.sender = { name: senderName(MAIL_FROM), ...supportContact };
  }

  encrypt(id: string, mail: AddressedMail): string {
    return this.secrets.encrypt(JSON.stringify(mail), id);
  }

  decrypt({ id, sealed }: Pick<StoredMail, 'id' | 'sealed'>): AddressedMail {
    return JSON.parse(this.secrets.decrypt(sealed, id)) as AddressedMail;
  }

  compose({ id, createdAt, opened: { to, content } }: Pick<NewMail, 'id' | 'createdAt' | 'opened'>): OutgoingMail {
    const { subject } = content;
    return { id, createdAt, to, subject, text: textPart(content, this.sender), html: htmlPart(content, this.sender) };
  }
}
