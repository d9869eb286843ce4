import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord, toNumber } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';

export class QuicktellerVariables {
  @IsAddress('/api/v5') QUICKTELLER_URL: string;
  @IsAddress() QUICKTELLER_TOKEN_URL: string;
  @IsWord() QUICKTELLER_CLIENT_ID: string;
  @IsWord() QUICKTELLER_CLIENT_SECRET: string;
  @IsWord() QUICKTELLER_TERMINAL_ID: string;
  @Matches(/^[0-9]{4}$/, { message: '$property must be 4 digits' }) QUICKTELLER_REFERENCE_PREFIX: string;
  @toNumber @IsInt() @Min(12) @Max(20) QUICKTELLER_REFERENCE_LENGTH: number = 12;
  @IsIn(['local', 'international']) QUICKTELLER_PHONE_FORM: 'local' | 'international' = 'local';
}

export interface QuicktellerSettings extends ProviderTimes {
  readonly url: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly terminalId: string;
  readonly referencePrefix: string;
  readonly referenceLength: number;
  readonly phoneForm: 'local' | 'international';
}

export function quicktellerSettings(variables: QuicktellerVariables, times: ProviderTimes): QuicktellerSettings {
  return {
    ...times,
    url: variables.QUICKTELLER_URL,
    tokenUrl: variables.QUICKTELLER_TOKEN_URL,
    clientId: variables.QUICKTELLER_CLIENT_ID,
    clientSecret: variables.QUICKTELLER_CLIENT_SECRET,
    terminalId: variables.QUICKTELLER_TERMINAL_ID,
    referencePrefix: variables.QUICKTELLER_REFERENCE_PREFIX,
    referenceLength: variables.QUICKTELLER_REFERENCE_LENGTH,
    phoneForm: variables.QUICKTELLER_PHONE_FORM,
  };
}
