import { Matches } from 'class-validator';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import { withoutSlash } from '../provider/without-slash.js';

export class MonnifyVariables {
  @IsAddress() MONNIFY_URL: string;
  @IsWord() MONNIFY_API_KEY: string;
  @IsWord() MONNIFY_SECRET_KEY: string;
  @IsWord() MONNIFY_CONTRACT_CODE: string;
  /** Monnify states no zone with its times. */
  @Matches(/^[+-][0-9]{2}:[0-9]{2}$/, { message: '$property must be like +01:00' }) MONNIFY_UTC_OFFSET: string = '+01:00';
}

export interface MonnifySettings extends ProviderTimes {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
  /** For times with no zone, as `+01:00`. */
  readonly utcOffset: string;
}

export function monnifySettings(variables: MonnifyVariables, times: ProviderTimes): MonnifySettings {
  return {
    ...times,
    url: withoutSlash(variables.MONNIFY_URL),
    apiKey: variables.MONNIFY_API_KEY,
    secretKey: variables.MONNIFY_SECRET_KEY,
    contractCode: variables.MONNIFY_CONTRACT_CODE,
    utcOffset: variables.MONNIFY_UTC_OFFSET,
  };
}
