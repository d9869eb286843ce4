import { IsIn } from 'class-validator';
import {
  PAYSTACK_ACCESS,
  paystackSettings,
  PaystackVariables,
} from '../../../../platform/companies/paystack/paystack-settings.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import { type PayoutProvider, PayoutRecipients } from '../../payout-provider.js';

class PaystackPayoutVariables extends PaystackVariables {
  @IsIn(['required', 'optional']) PAYSTACK_APPROVAL_SIGNATURE: 'required' | 'optional' = 'optional';
}

export const manifest: ProviderManifest<PayoutProvider, PaystackPayoutVariables> = {
  name: 'paystack',
  kind: 'payout',
  title: 'Paystack',
  variables: PaystackPayoutVariables,
  settings: {
    ...PAYSTACK_ACCESS,
    PAYSTACK_APPROVAL_SIGNATURE: {
      meaning: 'whether its approval questions must be signed; a wrong signature is always refused',
    },
  },
  webhooks: 'signed',
  async create(variables, tools) {
    const { PaystackPayoutProvider } = await import('./paystack-payout-provider.js');
    const settings = {
      ...paystackSettings(variables, tools.times),
      signsApprovals: variables.PAYSTACK_APPROVAL_SIGNATURE === 'required',
    };
    return new PaystackPayoutProvider(settings, tools.http, tools.made(PayoutRecipients));
  },
};
