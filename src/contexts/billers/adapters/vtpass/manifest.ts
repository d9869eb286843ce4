import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { BillerProvider } from '../../biller-provider.js';
import { vtpassSettings, VtpassVariables } from './vtpass-api.js';

export const manifest: ProviderManifest<BillerProvider, VtpassVariables> = {
  name: 'vtpass',
  kind: 'biller',
  title: 'VTpass',
  variables: VtpassVariables,
  settings: {
    VTPASS_URL: {
      meaning: 'address of its interface; https in production',
      isRequired: true,
      example: 'https://vtpass.com/api',
    },
    VTPASS_API_KEY: { meaning: 'API key', isRequired: true, isSecret: true },
    VTPASS_PUBLIC_KEY: { meaning: 'public key', isRequired: true, isSecret: true },
    VTPASS_SECRET_KEY: { meaning: 'secret key', isRequired: true, isSecret: true },
    VTPASS_WEBHOOK_TOKEN: {
      meaning: 'VTpass signs nothing, so the address of its webhook carries this as `token=`',
      isRequired: true,
      isSecret: true,
      form: '24 characters or more',
    },
  },
  webhooks: 'token',
  async create(variables, { http, clock, times }) {
    const { VtpassBillerProvider } = await import('./vtpass-biller-provider.js');
    return new VtpassBillerProvider(http, vtpassSettings(variables, times), clock);
  },
};
