import type { ProviderTimes } from '../../../../platform/providers/provider-manifest.js';
import { IsWord } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import { withoutSlash } from '../provider/without-slash.js';

export class PaystackVariables {
  @IsWord() PAYSTACK_SECRET_KEY: string;
  @IsAddress() PAYSTACK_URL: string = 'https://api.paystack.co';
}

export interface PaystackSettings extends ProviderTimes {
  readonly url: string;
  readonly secretKey: string;
}

export function paystackSettings(variables: PaystackVariables, times: ProviderTimes): PaystackSettings {
  return { ...times, url: withoutSlash(variables.PAYSTACK_URL), secretKey: variables.PAYSTACK_SECRET_KEY };
}
