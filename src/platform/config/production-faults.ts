import { isTooWide } from '../../kernel/networks.js';
import { hostOf, isEveryAddress, leadsToThisMachine } from './addresses-of-service.js';
import { isGuessable } from './guessable-key.js';
import { describedOf, type RoomSettingsType } from './room-settings.js';

/** What credentials, codes and customers' data are sent to, and where links of mails lead. */
const ADDRESSES = ['PUBLIC_URL', 'UPLOAD_URL', 'S3_URL', 'LEDGER_ANCHOR_URL', 'BACKUP_URL'] as const;
const KEYS = ['APP_KEY', 'LEDGER_KEY', 'BACKUP_KEY'] as const;

/** A million customers are some 100 times those that the limits of a network are made for. */
const MOST_RATE_LIMIT_SCALE = 100;

type Settings = Readonly<Partial<Record<(typeof ADDRESSES)[number] | (typeof KEYS)[number] | 'TRUSTED_PROXIES', string>>> & {
  readonly NODE_ENV: string;
  readonly HOST: string;
  readonly INSECURE_LOOPBACK_URLS: 'refused' | 'allowed';
  readonly RATE_LIMIT_SCALE: number;
};

/**
 * What is convenient on a developer's machine and dangerous where people keep their money.
 * @param addresses of providers, by the variable that names them
 */
export function productionFaults(environment: Settings, addresses: Readonly<Record<string, string>>): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const own = ADDRESSES.map((name) => [name, environment[name]] as const);
  const faults = [...own, ...Object.entries(addresses)].flatMap(([name, address]) => addressFault(name, address, environment));
  for (const name of KEYS) {
    const key = environment[name];
    if (key !== undefined && isGuessable(Buffer.from(key, 'base64')))
      faults.push(`${name} can be guessed: set it to 32 random bytes in base64 (openssl rand -base64 32)`);
  }
  if (environment.RATE_LIMIT_SCALE === 0)
    faults.push(
      'RATE_LIMIT_SCALE must be above 0 in production: 0 lets anybody guess passwords and codes without end. Leave it out for the limits of the documents',
    );
  if (environment.RATE_LIMIT_SCALE > MOST_RATE_LIMIT_SCALE)
    faults.push(`RATE_LIMIT_SCALE must be ${MOST_RATE_LIMIT_SCALE} at most in production: limits beyond that limit nobody`);
  if (isTooWide(environment.TRUSTED_PROXIES?.split(',') ?? []))
    faults.push(
      'TRUSTED_PROXIES must not be the whole Internet, nor a public network wider than /8 (IPv6 /16), in production: anybody would choose the address they are known by. Name the addresses of your own proxies alone',
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

/** The same of the addresses of a room. */
export function roomAddressFaults(room: RoomSettingsType, variables: object, environment: Settings): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const values = new Map<string, unknown>(Object.entries(variables));
  return Object.entries(describedOf(room))
    .filter(([, { needsHttps }]) => needsHttps)
    .flatMap(([name]) => addressFault(name, values.get(name) as string | undefined, environment));
}

function addressFault(name: string, given: string | undefined, environment: Settings): string[] {
  const address = given?.replace(/^s3:/, '');
  if (!address?.startsWith('http:')) return [];
  if (environment.INSECURE_LOOPBACK_URLS === 'allowed' && leadsToThisMachine(address)) return [];
  return [
    `${name} must be https in production; http is possible for this machine's own addresses, with INSECURE_LOOPBACK_URLS=allowed`,
  ];
}
