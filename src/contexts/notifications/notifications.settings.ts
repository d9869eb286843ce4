import { resolve } from 'node:path';
import { IsOptional, IsString, Matches } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { entriesOf, IsUrl, IsWord } from '../../platform/config/variables.js';

const ADDRESSES_FORM = /^ *[^\s,@]+@[^\s,@]+ *(, *[^\s,@]+@[^\s,@]+ *)*$/;
const TITLE = 'Text and push messages';

export class NotificationsEnvironment extends RoomSettings {
  @Described('Mail', {
    meaning: 'who is mailed of new tickets, contact forms and system logs of kind error, at most once in five minutes each',
    unset: 'nobody',
    example: 'support@example.com,operations@example.com',
  })
  @IsOptional()
  @Matches(ADDRESSES_FORM, { message: 'STAFF_ALERT_EMAILS must be e-mail addresses, separated by commas' })
  STAFF_ALERT_EMAILS?: string = undefined;

  @Described(TITLE, {
    meaning: 'gateway for text messages (codes that prove phone numbers), to which each is posted as JSON `{to, from, text}`',
    unset: 'files in `DATA_DIR/sms`; in production nobody can verify a phone number but staff',
    example: 'https://sms.example.com/messages',
    needsHttps: true,
  })
  @IsOptional()
  @IsUrl('https', 'http')
  SMS_URL?: string = undefined;

  @Described(TITLE, {
    meaning: 'bearer token of the gateway',
    unset: 'required with `SMS_URL`',
    example: 'a-token-of-the-gateway',
  })
  @IsOptional()
  @IsWord()
  SMS_TOKEN?: string = undefined;

  @Described(TITLE, { meaning: 'sender of text messages' })
  @Matches(/^[A-Za-z0-9 +-]{1,16}$/, { message: 'SMS_SENDER must be 1 to 16 letters, digits, blanks, + or -' })
  SMS_SENDER: string = 'Harmattan';

  @Described(TITLE, {
    meaning: "Expo's push service",
    unset: 'messages for its devices are logged',
    example: 'https://exp.host',
    needsHttps: true,
  })
  @IsOptional()
  @IsUrl('https', 'http')
  EXPO_URL?: string = undefined;

  @Described(TITLE, { meaning: 'only where the Expo project has enhanced push security', unset: 'none' })
  @IsOptional()
  @IsWord()
  EXPO_ACCESS_TOKEN?: string = undefined;

  @Described(TITLE, {
    meaning: 'JSON key file of a Firebase service account, which every process reads',
    unset: "messages for FCM's devices are logged",
    form: 'a file',
    example: '/etc/harmattan/firebase.json',
  })
  @IsOptional()
  @IsString()
  FCM_SERVICE_ACCOUNT?: string = undefined;

  @Described(TITLE, { meaning: "address of Firebase's push service", needsHttps: true })
  @IsUrl('https', 'http')
  FCM_URL: string = 'https://fcm.googleapis.com';

  /** Told of new tickets, contact forms and errors. */
  get staffAlertEmails(): readonly string[] {
    return entriesOf(this.STAFF_ALERT_EMAILS);
  }

  /** Undefined: text messages are written to files. */
  get sms(): { readonly url: string; readonly token: string; readonly sender: string } | undefined {
    const { SMS_URL: url, SMS_TOKEN: token, SMS_SENDER: sender } = this;
    return url === undefined || token === undefined ? undefined : { url, token, sender };
  }

  /** Undefined: messages for Expo are logged. */
  get expo(): { readonly url: string; readonly accessToken: string | undefined } | undefined {
    return this.EXPO_URL === undefined ? undefined : { url: this.EXPO_URL, accessToken: this.EXPO_ACCESS_TOKEN };
  }

  /** Undefined: messages for FCM are logged. */
  get fcm(): { readonly url: string; readonly serviceAccountFile: string } | undefined {
    if (this.FCM_SERVICE_ACCOUNT === undefined) return undefined;
    return { url: this.FCM_URL, serviceAccountFile: resolve(this.FCM_SERVICE_ACCOUNT) };
  }

  override faults(): readonly string[] {
    return [
      ...(this.SMS_URL && !this.SMS_TOKEN ? ['SMS_TOKEN is required with SMS_URL'] : []),
      ...(this.EXPO_ACCESS_TOKEN && !this.EXPO_URL ? ['EXPO_ACCESS_TOKEN needs EXPO_URL'] : []),
    ];
  }
}
