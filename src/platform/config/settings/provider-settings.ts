import type { SettingGroup } from './setting-group.js';

const WITH_VTPASS = 'required where `BILLER_PROVIDERS` names `vtpass`';
const WITH_QUICKTELLER = 'required where `BILLER_PROVIDERS` names `quickteller`';
const WITH_PAYSTACK = 'required where `DEPOSIT_PROVIDERS` names `paystack`';
const WITH_MONNIFY = 'required where `DEPOSIT_PROVIDERS` names `monnify`';

export const PROVIDER_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Providers',
    settings: {
      BILLER_PROVIDERS: {
        meaning: 'who delivers purchases, in the order of failover ([providers](providers.md))',
        form: 'of `sandbox`, `vtpass` and `quickteller`, separated by commas',
      },
      DEPOSIT_PROVIDERS: {
        meaning: 'who opens accounts for deposits, in the order of failover',
        form: 'of `sandbox`, `paystack` and `monnify`, separated by commas',
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
  {
    title: 'VTpass',
    settings: {
      VTPASS_URL: {
        meaning: 'address of its interface; https in production',
        unset: WITH_VTPASS,
        example: 'https://vtpass.com/api',
      },
      VTPASS_API_KEY: { meaning: 'API key', unset: WITH_VTPASS },
      VTPASS_PUBLIC_KEY: { meaning: 'public key', unset: WITH_VTPASS },
      VTPASS_SECRET_KEY: { meaning: 'secret key', unset: WITH_VTPASS },
      VTPASS_WEBHOOK_TOKEN: {
        meaning: 'VTpass signs nothing, so the address of its webhook carries this as `token=`',
        unset: WITH_VTPASS,
        form: '24 characters or more',
      },
    },
  },
  {
    title: 'Quickteller',
    settings: {
      QUICKTELLER_URL: {
        meaning: 'address of its interface; https in production',
        unset: WITH_QUICKTELLER,
        example: 'https://qa.interswitchng.com/quicktellerservice/api/v5',
      },
      QUICKTELLER_TOKEN_URL: {
        meaning: 'where access tokens are fetched; https in production',
        unset: WITH_QUICKTELLER,
        example: 'https://passport.interswitchng.com/passport/oauth/token',
      },
      QUICKTELLER_CLIENT_ID: { meaning: 'client id', unset: WITH_QUICKTELLER },
      QUICKTELLER_CLIENT_SECRET: { meaning: 'client secret', unset: WITH_QUICKTELLER },
      QUICKTELLER_TERMINAL_ID: { meaning: 'terminal', unset: WITH_QUICKTELLER, example: '3PBL0001' },
      QUICKTELLER_REFERENCE_PREFIX: {
        meaning: 'begin of every reference, issued by Interswitch',
        unset: WITH_QUICKTELLER,
        example: '1453',
      },
      QUICKTELLER_REFERENCE_LENGTH: { meaning: 'digits of the whole reference' },
      QUICKTELLER_PHONE_FORM: { meaning: '`local` sends 0803…, `international` 234803…' },
    },
  },
  {
    title: 'Paystack',
    settings: {
      PAYSTACK_SECRET_KEY: { meaning: 'secret key, which also signs its webhooks', unset: WITH_PAYSTACK, example: 'sk_test_' },
      PAYSTACK_URL: { meaning: 'address of its interface; https in production' },
    },
  },
  {
    title: 'Monnify',
    settings: {
      MONNIFY_URL: {
        meaning: 'address of its interface; https in production',
        unset: WITH_MONNIFY,
        example: 'https://api.monnify.com',
      },
      MONNIFY_API_KEY: { meaning: 'API key', unset: WITH_MONNIFY },
      MONNIFY_SECRET_KEY: { meaning: 'secret key, which also signs its webhooks', unset: WITH_MONNIFY },
      MONNIFY_CONTRACT_CODE: { meaning: 'contract code', unset: WITH_MONNIFY },
      MONNIFY_UTC_OFFSET: { meaning: 'offset of its times, which name no zone' },
    },
  },
];
