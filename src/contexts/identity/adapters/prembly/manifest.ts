import { IsOptional, Matches } from 'class-validator';
import { IsWord } from '../../../../platform/config/variables.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import { withoutSlash } from '../../../../platform/providers/without-slash.js';
import type { IdentityProvider } from '../../identity-provider.js';

class PremblyVariables {
  @IsWord() PREMBLY_API_KEY: string;
  @IsOptional() @IsWord() PREMBLY_APP_ID?: string = undefined;
  @IsOptional() @IsWord() PREMBLY_PUBLIC_KEY?: string = undefined;
  @IsAddress() PREMBLY_URL: string = 'https://api.prembly.com';
  @Matches(/^(?:\/[a-z0-9_-]+)+$/i, { message: '$property must be a path without a slash at its end' })
  PREMBLY_PATH: string = '/verification';
}

export const manifest: ProviderManifest<IdentityProvider, PremblyVariables> = {
  name: 'prembly',
  kind: 'identity',
  title: 'Prembly',
  variables: PremblyVariables,
  settings: {
    PREMBLY_API_KEY: {
      meaning: 'secret key; it also decides between live and sandbox',
      isRequired: true,
      isSecret: true,
      example: 'key',
    },
    PREMBLY_APP_ID: { meaning: 'id of the app, which older pages of its documents ask for', unset: 'none is sent' },
    PREMBLY_PUBLIC_KEY: {
      meaning: 'public key, by which its webhooks are known',
      unset: 'its webhooks are refused, and it is asked again instead',
    },
    PREMBLY_URL: { meaning: 'address of its interface; https in production' },
    PREMBLY_PATH: { meaning: 'beginning of the paths, which differs between pages of its documents' },
  },
  webhooks: 'signed',
  async create(variables, { http, times }) {
    const { PremblyProvider } = await import('./prembly-provider.js');
    const settings = {
      url: `${withoutSlash(variables.PREMBLY_URL)}${variables.PREMBLY_PATH}`,
      apiKey: variables.PREMBLY_API_KEY,
      appId: variables.PREMBLY_APP_ID,
      publicKey: variables.PREMBLY_PUBLIC_KEY,
      timeoutMs: times.readTimeoutMs,
    };
    return new PremblyProvider(settings, http);
  },
};
