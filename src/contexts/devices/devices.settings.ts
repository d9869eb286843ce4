import { IsIn, IsOptional, IsString } from 'class-validator';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { entriesOf } from '../../platform/config/variables.js';

export class DevicesEnvironment extends RoomSettings {
  @Described('Sign-in', {
    meaning: '`required`: every payment needs a signature of the device that is bound to the account',
  })
  @IsIn(['off', 'required'])
  STRONG_PAYMENTS: 'off' | 'required' = 'off';

  @Described('Sign-in', {
    meaning:
      'where passkeys of customers answer beside `PUBLIC_URL`: origins of a web app, and of Android apps as `android:apk-key-hash:` with the SHA-256 of the signing certificate in base64url',
    unset: 'at `PUBLIC_URL` alone',
    form: 'origins, separated by commas',
    example: 'android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  })
  @IsOptional()
  @IsString()
  DEVICE_ORIGINS?: string = undefined;

  get origins(): string[] {
    return entriesOf(this.DEVICE_ORIGINS);
  }
}
