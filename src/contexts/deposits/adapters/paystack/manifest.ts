import {
  PAYSTACK_ACCESS,
  paystackSettings,
  PaystackVariables,
} from '../../../../platform/companies/paystack/paystack-settings.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { DepositProvider } from '../../deposit-provider.js';

export const manifest: ProviderManifest<DepositProvider, PaystackVariables> = {
  name: 'paystack',
  kind: 'deposit',
  title: 'Paystack',
  variables: PaystackVariables,
  settings: PAYSTACK_ACCESS,
  webhooks: 'signed',
  async create(variables, { http, times }) {
    const { PaystackDepositProvider } = await import('./paystack-deposit-provider.js');
    return new PaystackDepositProvider(paystackSettings(variables, times), http);
  },
};
