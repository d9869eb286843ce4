import { IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { leadsToThisMachine } from '../config/addresses-of-service.js';
import { Described, RoomSettings } from '../config/room-settings.js';
import type { SupportContact } from '../config/support-contact.js';
import { IsReadableBy, IsRetention, IsUrl, toNumber } from '../config/variables.js';
import { smtpAddress } from './smtp-address.js';

const ADDRESS_FORM = /^[^\s,@<>]+@[^\s,@<>]+$/;
const PHONE_FORM = /^\+?[0-9](?:[ ()-]*[0-9]){4,14}$/;

export class MailEnvironment extends RoomSettings {
  @Described('Mail', {
    meaning: 'SMTP server; `?ca=`, `cert` and `key` name files in PEM for TLS',
    unset: '`.eml` files in `DATA_DIR/mail`',
    example: 'smtp://127.0.0.1:1025',
  })
  @IsOptional()
  @IsUrl('smtp', 'smtps')
  @IsReadableBy(smtpAddress)
  MAIL_URL?: string = undefined;

  @Described('Mail', {
    meaning:
      'whether mails and the password of `smtp://` wait for a server with STARTTLS (`required`), or go in the clear where it has none (`offered`)',
    unset: '`required` in production, but for a server on this machine; else `offered`',
  })
  @IsOptional()
  @IsIn(['required', 'offered'])
  MAIL_TLS?: 'required' | 'offered' = undefined;

  @Described('Mail', { meaning: 'sender of mails', form: 'an address, with or without a name' })
  @IsString()
  MAIL_FROM: string = 'Harmattan <no-reply@harmattan.invalid>';

  @Described('Mail', { meaning: 'connections of each process to the SMTP server, beside 4 for security mails' })
  @toNumber
  @IsInt()
  @Min(1)
  @Max(1_000)
  MAIL_CONNECTIONS: number = 16;

  @Described('Mail', {
    meaning: 'address of the help line in mails and PDF statements',
    unset: 'no such line',
    example: 'help@example.com',
  })
  @IsOptional()
  @Matches(ADDRESS_FORM, { message: 'SUPPORT_EMAIL must be an e-mail address' })
  SUPPORT_EMAIL?: string = undefined;

  @Described('Mail', { meaning: 'phone number of the help line', unset: 'no such line', example: '+234 700 555 0123' })
  @IsOptional()
  @Matches(PHONE_FORM, { message: 'SUPPORT_PHONE must be a phone number, like +234 700 555 0123' })
  SUPPORT_PHONE?: string = undefined;

  @Described('Personal data', { meaning: 'how long mails that could not be sent are kept ([privacy](privacy.md#how-long))' })
  @IsRetention(7)
  RETENTION_FAILED_MAIL_DAYS: number = 90;

  /** Nothing in it: mails and PDFs have no help line. */
  get supportContact(): SupportContact {
    return { supportEmail: this.SUPPORT_EMAIL, supportPhone: this.SUPPORT_PHONE };
  }

  tls(production: boolean): 'required' | 'offered' {
    const isMailedElsewhere = this.MAIL_URL !== undefined && !leadsToThisMachine(this.MAIL_URL);
    return this.MAIL_TLS ?? (production && isMailedElsewhere ? 'required' : 'offered');
  }
}
