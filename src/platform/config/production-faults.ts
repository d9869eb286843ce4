import { isLoopback } from '../../kernel/addresses.js';
import { coversInternet } from '../../kernel/networks.js';
import { hostOf, isEveryAddress } from './addresses-of-service.js';
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
  readonly HOST: string;
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
  faults.push(...publicAddressFaults(environment));
  return faults;
}

/** Links of mails and receipts would lead nowhere. */
function publicAddressFaults({ PUBLIC_URL, UPLOAD_URL, HOST }: Settings): string[] {
  const faults = Object.entries({ PUBLIC_URL, UPLOAD_URL })
    .filter(([, url]) => url !== undefined && isEveryAddress(hostOf(url)))
    .map(([name]) => `${name} must name the service, and not every address of a machine`);
  if (PUBLIC_URL === undefined && isEveryAddress(HOST))
    faults.push(`PUBLIC_URL is required in production with HOST=${HOST}: links of mails and receipts need a name`);
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
  const host = hostOf(address);
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host);
}
