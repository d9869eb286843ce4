import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { MINUTE_MS } from '../../kernel/clock.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { entriesOf, IsRetention, IsUrl, toNumber } from '../../platform/config/variables.js';
import type { SignInSettings } from './sessions.js';

export class SignInEnvironment extends RoomSettings {
  @Described('Sign-in', {
    meaning: 'client ids of Google login',
    unset: 'Google login is off',
    form: 'client ids, separated by commas',
    example: '1234567890-example.apps.googleusercontent.com',
  })
  @IsOptional()
  @IsString()
  GOOGLE_CLIENT_IDS?: string = undefined;

  @Described('Sign-in', { meaning: 'issuer of the tokens of Google login', form: 'an address' })
  @IsString()
  GOOGLE_ISSUER: string = 'https://accounts.google.com';

  @Described('Sign-in', { meaning: 'address of the keys that verify these tokens', needsHttps: true })
  @IsUrl('https', 'http')
  GOOGLE_JWKS_URL: string = 'https://www.googleapis.com/oauth2/v3/certs';

  @Described('Sign-in', { meaning: 'life of a session of a user' })
  @toNumber
  @IsInt()
  @Min(60)
  SESSION_TTL_SECONDS: number = 86_400;

  @Described('Sign-in', {
    meaning:
      'seconds after a password reset in which nothing is spent without the former transaction PIN; 0 turns it off, which production refuses',
  })
  @toNumber
  @IsInt()
  @Min(0)
  @Max(2_592_000)
  COOLING_OFF_SECONDS: number = 86_400;

  @Described('Sign-in', {
    meaning:
      'with `required`, an account with an unverified address receives money, but cannot transfer or buy, and a new address needs the password',
    unset: '`required` in production, else `optional`',
    example: 'required',
  })
  @IsOptional()
  @IsIn(['required', 'optional'])
  EMAIL_VERIFICATION?: 'required' | 'optional' = undefined;

  @Described('Staff', { meaning: 'minutes without a request after which the session of a member of staff ends' })
  @toNumber
  @IsInt()
  @Min(5)
  @Max(480)
  STAFF_IDLE_MINUTES: number = 30;

  @Described('Personal data', { meaning: 'records of logins and of their places' })
  @IsRetention(90)
  RETENTION_LOGIN_RECORD_DAYS: number = 400;

  get google() {
    return { jwksUrl: this.GOOGLE_JWKS_URL, issuer: this.GOOGLE_ISSUER, clientIds: entriesOf(this.GOOGLE_CLIENT_IDS) };
  }

  rules(production: boolean): SignInSettings {
    const verification = this.EMAIL_VERIFICATION ?? (production ? 'required' : 'optional');
    return {
      sessionLifeMs: this.SESSION_TTL_SECONDS * 1_000,
      staffIdleMs: this.STAFF_IDLE_MINUTES * MINUTE_MS,
      coolingOffMs: this.COOLING_OFF_SECONDS * 1_000,
      requiresVerifiedEmail: verification === 'required',
      loginRecordDays: this.RETENTION_LOGIN_RECORD_DAYS,
    };
  }

  override faults(production: boolean): readonly string[] {
    if (!production || this.COOLING_OFF_SECONDS > 0) return [];
    return ['COOLING_OFF_SECONDS must be above 0 in production: whoever reads a mailbox would empty the wallet at once'];
  }
}
