import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { BillerProvider } from '../../biller-provider.js';

class NoVariables {}

export const manifest: ProviderManifest<BillerProvider, NoVariables> = {
  name: 'sandbox',
  kind: 'biller',
  title: 'Sandbox',
  variables: NoVariables,
  settings: {},
  webhooks: 'none',
  async create(_, tools) {
    const { SandboxBillerProvider } = await import('./sandbox-biller-provider.js');
    return tools.made(SandboxBillerProvider);
  },
};
