import { IsIn } from 'class-validator';
import { IsWord } from '../../../../platform/config/variables.js';
import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import { IsAddress } from '../../../../platform/providers/provider-variables.js';
import { withoutSlash } from '../../../../platform/providers/without-slash.js';
import type { IdentityProvider } from '../../identity-provider.js';

class SmileIdVariables {
  @IsWord() SMILEID_PARTNER_ID: string;
  @IsWord() SMILEID_API_KEY: string;
  @IsAddress() SMILEID_URL: string = 'https://api.smileidentity.com/v1';
  @IsIn(['sync', 'async']) SMILEID_ANSWERS: 'sync' | 'async' = 'sync';
  @IsAddress() SMILEID_CALLBACK_URL: string = 'https://example.com/';
}

export const manifest: ProviderManifest<IdentityProvider, SmileIdVariables> = {
  name: 'smileid',
  kind: 'identity',
  title: 'Smile ID',
  variables: SmileIdVariables,
  settings: {
    SMILEID_PARTNER_ID: { meaning: 'number of the partner', isRequired: true, example: '1234' },
    SMILEID_API_KEY: {
      meaning: 'key that signs requests, answers and callbacks',
      isRequired: true,
      isSecret: true,
      example: 'key',
    },
    SMILEID_URL: { meaning: 'address of its interface; https in production', form: 'an http(s) address' },
    SMILEID_ANSWERS: { meaning: 'whether it answers at once, or later by a callback' },
    SMILEID_CALLBACK_URL: {
      meaning: 'where callbacks go: the public address of this service with `/?req=webhook_receive&provider=smileid`',
    },
  },
  webhooks: 'signed',
  async create(variables, { http, clock, times }) {
    const { SmileIdProvider } = await import('./smileid-provider.js');
    const settings = {
      url: withoutSlash(variables.SMILEID_URL),
      partnerId: variables.SMILEID_PARTNER_ID,
      apiKey: variables.SMILEID_API_KEY,
      timeoutMs: times.readTimeoutMs,
      callbackUrl: variables.SMILEID_ANSWERS === 'async' ? variables.SMILEID_CALLBACK_URL : undefined,
    };
    return new SmileIdProvider(settings, http, clock);
  },
};
