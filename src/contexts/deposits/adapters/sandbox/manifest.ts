import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { DepositProvider } from '../../deposit-provider.js';

/** Its secret is one of the service itself, which makes it where none is given. */
class NoVariables {}

export const manifest: ProviderManifest<DepositProvider, NoVariables> = {
  name: 'sandbox',
  kind: 'deposit',
  title: 'Sandbox',
  variables: NoVariables,
  settings: {},
  webhooks: 'signed',
  async create(_, tools) {
    const { SandboxDepositProvider } = await import('./sandbox-deposit-provider.js');
    return tools.made(SandboxDepositProvider);
  },
};
