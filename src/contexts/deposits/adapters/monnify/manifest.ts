import { MONNIFY_ACCESS, monnifySettings, MonnifyVariables } from '../../../../platform/companies/monnify/monnify-settings.js';
import { IsWord } from '../../../../platform/config/variables.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { DepositProvider } from '../../deposit-provider.js';

class MonnifyDepositVariables extends MonnifyVariables {
  @IsWord() MONNIFY_CONTRACT_CODE: string;
}

export const manifest: ProviderManifest<DepositProvider, MonnifyDepositVariables> = {
  name: 'monnify',
  kind: 'deposit',
  title: 'Monnify',
  variables: MonnifyDepositVariables,
  settings: { ...MONNIFY_ACCESS, MONNIFY_CONTRACT_CODE: { meaning: 'contract code', isRequired: true } },
  webhooks: 'signed',
  async create(variables, { http, clock, times }) {
    const { MonnifyDepositProvider } = await import('./monnify-deposit-provider.js');
    const settings = { ...monnifySettings(variables, times), contractCode: variables.MONNIFY_CONTRACT_CODE };
    return new MonnifyDepositProvider(settings, http, clock);
  },
};
