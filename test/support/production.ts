import { randomBytes } from 'node:crypto';

/** What a service in production needs beside the settings of tests. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  SANDBOX_PROVIDERS: 'allowed',
  SANDBOX_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  RATE_LIMIT_SCALE: '1',
} as const;
