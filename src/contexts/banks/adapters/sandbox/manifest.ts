import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { PayoutProvider } from '../../payout-provider.js';

class NoVariables {}

export const manifest: ProviderManifest<PayoutProvider, NoVariables> = {
  name: 'sandbox',
  kind: 'payout',
  title: 'Sandbox',
  variables: NoVariables,
  settings: {},
  webhooks: 'none',
  async create(_, tools) {
    const { SandboxPayoutProvider } = await import('./sandbox-payout-provider.js');
    return tools.made(SandboxPayoutProvider);
  },
};
