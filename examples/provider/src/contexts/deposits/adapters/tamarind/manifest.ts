import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import { IsWord } from '../../../../platform/config/variables.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import type { DepositProvider } from '../../deposit-provider.js';

class TamarindVariables {
  @IsAddress() TAMARIND_URL: string;
  @IsWord() TAMARIND_KEY: string;
}

export const manifest: ProviderManifest<DepositProvider, TamarindVariables> = {
  name: 'tamarind',
  kind: 'deposit',
  title: 'Tamarind',
  variables: TamarindVariables,
  settings: {
    TAMARIND_URL: { meaning: 'address of its interface; https in production', isRequired: true },
    TAMARIND_KEY: { meaning: 'key, which also signs its webhooks', isRequired: true, isSecret: true },
  },
  webhooks: 'signed',
  async create({ TAMARIND_URL: url, TAMARIND_KEY: key }, { http, times }) {
    const { TamarindDepositProvider } = await import('./tamarind-deposit-provider.js');
    return new TamarindDepositProvider({ ...times, url, key }, http);
  },
};
