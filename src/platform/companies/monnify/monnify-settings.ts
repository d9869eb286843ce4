import { Matches } from 'class-validator';
import { IsWord } from '../../config/variables.js';
import type { ProviderSetting, ProviderTimes } from '../../providers/provider-manifest.js';
import { IsAddress } from '../../providers/provider-variables.js';
import { withoutSlash } from '../../providers/without-slash.js';

/** Access to Monnify, whatever it is used for. */
export class MonnifyVariables {
  @IsAddress() MONNIFY_URL: string;
  @IsWord() MONNIFY_API_KEY: string;
  @IsWord() MONNIFY_SECRET_KEY: string;
  /** Monnify states no zone with its times. */
  @Matches(/^[+-][0-9]{2}:[0-9]{2}$/, { message: '$property must be like +01:00' }) MONNIFY_UTC_OFFSET: string = '+01:00';
}

export const MONNIFY_ACCESS = {
  MONNIFY_URL: {
    meaning: 'address of its interface; https in production',
    isRequired: true,
    example: 'https://api.monnify.com',
  },
  MONNIFY_API_KEY: { meaning: 'API key', isRequired: true, isSecret: true },
  MONNIFY_SECRET_KEY: { meaning: 'secret key, which also signs its webhooks', isRequired: true, isSecret: true },
  MONNIFY_UTC_OFFSET: { meaning: 'offset of its times, which name no zone' },
} as const satisfies Record<keyof MonnifyVariables, ProviderSetting>;

export interface MonnifySettings extends ProviderTimes {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** For times with no zone, as `+01:00`. */
  readonly utcOffset: string;
}

export function monnifySettings(variables: MonnifyVariables, times: ProviderTimes): MonnifySettings {
  return {
    ...times,
    url: withoutSlash(variables.MONNIFY_URL),
    apiKey: variables.MONNIFY_API_KEY,
    secretKey: variables.MONNIFY_SECRET_KEY,
    utcOffset: variables.MONNIFY_UTC_OFFSET,
  };
}
