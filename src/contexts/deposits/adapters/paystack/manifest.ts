import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { DepositProvider } from '../../application/deposit-provider.js';
import { paystackSettings, PaystackVariables } from './paystack-settings.js';

export const manifest: ProviderManifest<DepositProvider, PaystackVariables> = {
  name: 'paystack',
  kind: 'deposit',
  title: 'Paystack',
  variables: PaystackVariables,
  settings: {
    PAYSTACK_SECRET_KEY: {
      meaning: 'secret key, which also signs its webhooks',
      isRequired: true,
      isSecret: true,
      example: 'sk_test_',
    },
    PAYSTACK_URL: { meaning: 'address of its interface; https in production' },
  },
  webhooks: 'signed',
  async create(variables, { http, times }) {
    const { PaystackDepositProvider } = await import('./paystack-deposit-provider.js');
    return new PaystackDepositProvider(paystackSettings(variables, times), http);
  },
};
