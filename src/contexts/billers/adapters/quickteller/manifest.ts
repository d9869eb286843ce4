import type { ProviderManifest } from '../../../../platform/providers/provider-manifest.js';
import type { BillerProvider } from '../../biller-provider.js';
import { quicktellerSettings, QuicktellerVariables } from './quickteller-api.js';

export const manifest: ProviderManifest<BillerProvider, QuicktellerVariables> = {
  name: 'quickteller',
  kind: 'biller',
  title: 'Quickteller',
  variables: QuicktellerVariables,
  settings: {
    QUICKTELLER_URL: {
      meaning: 'address of its interface; https in production',
      isRequired: true,
      example: 'https://qa.interswitchng.com/quicktellerservice/api/v5',
    },
    QUICKTELLER_TOKEN_URL: {
      meaning: 'address of access tokens; https in production',
      isRequired: true,
      example: 'https://passport.interswitchng.com/passport/oauth/token',
    },
    QUICKTELLER_CLIENT_ID: { meaning: 'client id', isRequired: true },
    QUICKTELLER_CLIENT_SECRET: { meaning: 'client secret', isRequired: true, isSecret: true },
    QUICKTELLER_TERMINAL_ID: { meaning: 'terminal', isRequired: true, example: '3PBL0001' },
    QUICKTELLER_REFERENCE_PREFIX: {
      meaning: 'beginning of every reference, issued by Interswitch',
      isRequired: true,
      example: '1453',
    },
    QUICKTELLER_REFERENCE_LENGTH: { meaning: 'digits of the whole reference' },
    QUICKTELLER_PHONE_FORM: { meaning: '`local` sends 0803…, `international` 234803…' },
  },
  webhooks: 'none',
  async create(variables, { http, clock, times }) {
    const { QuicktellerBillerProvider } = await import('./quickteller-biller-provider.js');
    return new QuicktellerBillerProvider(http, quicktellerSettings(variables, times), clock);
  },
};
