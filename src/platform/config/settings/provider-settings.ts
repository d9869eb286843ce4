import type { SettingGroup } from './setting-group.js';

export const PROVIDER_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Providers',
    settings: {
      BILLER_PROVIDERS: {
        meaning: 'who delivers purchases, in the order of failover ([providers](providers.md))',
      },
      DEPOSIT_PROVIDERS: {
        meaning: 'who opens accounts for deposits, in the order of failover',
      },
      SANDBOX_PROVIDERS: {
        meaning: 'whether the lists may name `sandbox` in production: it delivers nothing and its bank pays what it is told',
      },
      PROVIDER_SUBMIT_TIMEOUT_SECONDS: { meaning: 'how long a provider has for a purchase, after which its outcome is unknown' },
      PROVIDER_READ_TIMEOUT_SECONDS: { meaning: 'how long a provider has for lists and questions' },
      PROVIDER_FLOAT_ALERT: {
        meaning: 'Naira; staff are told when our balance with a biller provider, read every 5 minutes, is below it',
      },
      SANDBOX_WEBHOOK_SECRET: {
        meaning: 'signs the webhooks of the sandbox bank',
        unset: 'made at the first start and kept in `DATA_DIR/sandbox-webhook.secret`',
      },
      SANDBOX_TOKEN: {
        meaning: 'token that the page `/sandbox` asks for',
        unset: 'the page answers this machine only',
      },
    },
  },
];
