import { MinLength } from 'class-validator';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';

export class VtpassVariables {
  @IsAddress('/api') VTPASS_URL: string;
  @IsWord() VTPASS_API_KEY: string;
  @IsWord() VTPASS_PUBLIC_KEY: string;
  @IsWord() VTPASS_SECRET_KEY: string;
  @MinLength(24, { message: '$property must have at least 24 characters' }) VTPASS_WEBHOOK_TOKEN: string;
}

export interface VtpassSettings extends ProviderTimes {
  readonly url: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly webhookToken: string;
}

export function vtpassSettings(variables: VtpassVariables, times: ProviderTimes): VtpassSettings {
  return {
    ...times,
    url: variables.VTPASS_URL,
    apiKey: variables.VTPASS_API_KEY,
    publicKey: variables.VTPASS_PUBLIC_KEY,
    secretKey: variables.VTPASS_SECRET_KEY,
    webhookToken: variables.VTPASS_WEBHOOK_TOKEN,
  };
}
