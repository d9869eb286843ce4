import { IsWord } from '../../config/variables.js';
import type { ProviderSetting, ProviderTimes } from '../../providers/provider-manifest.js';
import { IsAddress } from '../../providers/provider-variables.js';
import { withoutSlash } from '../../providers/without-slash.js';

/** Access to Paystack, whatever it is used for. */
export class PaystackVariables {
  @IsWord() PAYSTACK_SECRET_KEY: string;
  @IsAddress() PAYSTACK_URL: string = 'https://api.paystack.co';
}

export const PAYSTACK_ACCESS = {
  PAYSTACK_SECRET_KEY: {
    meaning: 'secret key, which also signs its webhooks',
    isRequired: true,
    isSecret: true,
    example: 'sk_test_',
  },
  PAYSTACK_URL: { meaning: 'address of its interface; https in production' },
} as const satisfies Record<keyof PaystackVariables, ProviderSetting>;

export interface PaystackSettings extends ProviderTimes {
  readonly url: string;
  readonly secretKey: string;
}

export function paystackSettings(variables: PaystackVariables, times: ProviderTimes): PaystackSettings {
  return { ...times, url: withoutSlash(variables.PAYSTACK_URL), secretKey: variables.PAYSTACK_SECRET_KEY };
}
