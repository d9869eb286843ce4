import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { DepositProvider } from '../../application/deposit-provider.js';
import { monnifySettings, MonnifyVariables } from './monnify-settings.js';

export const manifest: ProviderManifest<DepositProvider, MonnifyVariables> = {
  name: 'monnify',
  kind: 'deposit',
  title: 'Monnify',
  variables: MonnifyVariables,
  settings: {
    MONNIFY_URL: {
      meaning: 'address of its interface; https in production',
      isRequired: true,
      example: 'https://api.monnify.com',
    },
    MONNIFY_API_KEY: { meaning: 'API key', isRequired: true, isSecret: true },
    MONNIFY_SECRET_KEY: { meaning: 'secret key, which also signs its webhooks', isRequired: true, isSecret: true },
    MONNIFY_CONTRACT_CODE: { meaning: 'contract code', isRequired: true },
    MONNIFY_UTC_OFFSET: { meaning: 'offset of its times, which name no zone' },
  },
  webhooks: 'signed',
  async create(variables, { http, clock, times }) {
    const { MonnifyDepositProvider } = await import('./monnify-deposit-provider.js');
    return new MonnifyDepositProvider(monnifySettings(variables, times), http, clock);
  },
};
