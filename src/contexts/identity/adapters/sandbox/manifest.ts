import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { IdentityProvider } from '../../identity-provider.js';

class NoVariables {}

export const manifest: ProviderManifest<IdentityProvider, NoVariables> = {
  name: 'sandbox',
  kind: 'identity',
  title: 'Sandbox',
  variables: NoVariables,
  settings: {},
  webhooks: 'none',
  async create() {
    const { SandboxIdentityProvider } = await import('./sandbox-identity-provider.js');
    return new SandboxIdentityProvider();
  },
};
