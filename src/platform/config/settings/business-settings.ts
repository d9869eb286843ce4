import type { SettingGroup } from './setting-group.js';

export const BUSINESS_SETTINGS: readonly SettingGroup[] = [
  {
    title: 'Sign-in',
    settings: {
      GOOGLE_CLIENT_IDS: {
        meaning: 'client ids of Google login',
        unset: 'Google login is off',
        form: 'client ids, separated by commas',
        example: '1234567890-example.apps.googleusercontent.com',
      },
      GOOGLE_ISSUER: { meaning: 'issuer of the tokens of Google login', form: 'an address' },
      GOOGLE_JWKS_URL: { meaning: 'keys that these tokens are verified with' },
      SIGNATURE_TOLERANCE_SECONDS: { meaning: 'how far the clock of a signed request may be off, both ways' },
      SESSION_TTL_SECONDS: { meaning: 'how long a session of a user lasts' },
      COOLING_OFF_SECONDS: {
        meaning:
          'how long nothing is spent after a password reset without the transaction PIN of before; 0 turns it off, which production refuses',
      },
    },
  },
  {
    title: 'Staff',
    settings: {
      STAFF_IDLE_MINUTES: { meaning: 'minutes without a request after which the session of a member of staff ends' },
      APPROVAL_DAILY_TOTAL: {
        meaning:
          'Naira that are approved in a day (Lagos) of what one member of staff proposed, and of what two of them proposed and approved for each other; above it a third one approves too',
      },
      OFFICE_NETWORKS: {
        meaning:
          'networks where all staff share an address. Nowhere else may who approves a proposal share the network of who proposed it; whoever is in one of these is told apart by the device only, so name the addresses of offices, never those of a carrier',
        unset: 'none in production, else this machine',
        example: '203.0.113.7,2001:db8:17::/64',
      },
    },
  },
  {
    title: 'Business',
    settings: {
      EMAIL_VERIFICATION: {
        meaning:
          'where `required`, an account whose address is not verified receives, but cannot transfer or buy, and another address needs the password',
        unset: '`required` in production, else `optional`',
        example: 'required',
      },
      RATE_LIMIT_SCALE: { meaning: 'multiplies every rate limit; 0 turns them off, which production refuses' },
      BUDGETS: {
        meaning:
          'other caps and windows of [budgets](decisions/0041-budgets.md), by name; what is left out stays as it is. In production 100 times of a default at most',
        unset: 'the caps of the decision',
        form: 'JSON on one line',
        example: '{"account_passwords":{"cap":10,"windowSeconds":3600}}',
      },
      REFERRAL_BONUS: { meaning: 'Naira for whoever brought a new user' },
      TRANSFER_TARIFFS: {
        meaning: 'fees of transfers by day and amount, in Naira',
        unset: 'transfers cost nothing',
        form: 'JSON on one line',
        example: '[{"from":"2026-01-01","name":"Stamp duty","bands":[{"amount":10000,"fee":50}]}]',
      },
      LIMITS: {
        meaning:
          '`nigeria-tiers` limits what users spend in a day and hold: 50,000 and 300,000 Naira, with a verified phone number 200,000 and 500,000, with a verified identity too 5,000,000 and without end',
      },
    },
  },
  {
    title: 'Personal data',
    settings: {
      RETENTION_CONTACT_FORM_DAYS: { meaning: 'how long contact forms are kept ([privacy](privacy.md#how-long))' },
      RETENTION_TICKET_DAYS: { meaning: 'tickets, after they were resolved or closed' },
      RETENTION_VISITOR_DAYS: { meaning: 'visitors' },
      RETENTION_LOGIN_RECORD_DAYS: { meaning: 'records of logins' },
      RETENTION_FAILED_MAIL_DAYS: { meaning: 'mails that could not be sent' },
      RETENTION_PURCHASE_ANSWER_DAYS: { meaning: 'what providers answered of purchases' },
      RETENTION_STAFF_READ_DAYS: { meaning: 'records of what staff read' },
    },
  },
];
