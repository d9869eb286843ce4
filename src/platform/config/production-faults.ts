import { isLoopback } from '../../kernel/addresses.js';
import { coversInternet } from '../../kernel/networks.js';
import { isGuessable } from './guessable-key.js';

/** What credentials, codes and customers' data are sent to, and where links of mails lead. */
const ADDRESSES = [
  'PUBLIC_URL',
  'UPLOAD_URL',
  'SMS_URL',
  'GOOGLE_JWKS_URL',
  'S3_URL',
  'EXPO_URL',
  'FCM_URL',
  'LEDGER_ANCHOR_URL',
  'BACKUP_URL',
  'VTPASS_URL',
  'QUICKTELLER_URL',
  'QUICKTELLER_TOKEN_URL',
  'PAYSTACK_URL',
  'MONNIFY_URL',
] as const;
const KEYS = ['APP_KEY', 'LEDGER_KEY', 'BACKUP_KEY'] as const;

type Settings = Readonly<Partial<Record<(typeof ADDRESSES)[number] | (typeof KEYS)[number] | 'TRUSTED_PROXIES', string>>> & {
  readonly NODE_ENV: string;
  readonly INSECURE_LOOPBACK_URLS: 'refused' | 'allowed';
  readonly RATE_LIMIT_SCALE: number;
};

/** What is convenient on a developer's machine and dangerous where people keep their money. */
export function productionFaults(environment: Settings): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const faults = ADDRESSES.flatMap((name) => addressFault(name, environment));
  for (const name of KEYS) {
    const key = environment[name];
    if (key !== undefined && isGuessable(Buffer.from(key, 'base64')))
      faults.push(`${name} can be guessed: set it to 32 random bytes in base64 (openssl rand -base64 32)`);
  }
  if (environment.RATE_LIMIT_SCALE === 0)
    faults.push('RATE_LIMIT_SCALE must be above 0 in production: 0 lets anybody guess passwords and codes without end');
  if (environment.TRUSTED_PROXIES !== undefined && coversInternet(environment.TRUSTED_PROXIES.split(',')))
    faults.push(
      'TRUSTED_PROXIES must not be the whole Internet in production: anybody would choose the address they are known by',
    );
  return faults;
}

function addressFault(name: (typeof ADDRESSES)[number], environment: Settings): string[] {
  const address = environment[name]?.replace(/^s3:/, '');
  if (!address?.startsWith('http:')) return [];
  if (environment.INSECURE_LOOPBACK_URLS === 'allowed' && leadsToThisMachine(address)) return [];
  return [
    `${name} must be https in production; http is possible for this machine's own addresses, with INSECURE_LOOPBACK_URLS=allowed`,
  ];
}

function leadsToThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
}
