import { IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min, MinLength, ValidateBy } from 'class-validator';
import { addressOf, hostOf, isEveryAddress, reachable } from '../config/addresses-of-service.js';
import { Described, RoomSettings } from '../config/room-settings.js';
import { entriesOf, IsNetworkList, isTooWideList, IsUrl, toNumber } from '../config/variables.js';

/** A million customers are some 100 times those that the limits of a network are made for. */
const MOST_RATE_LIMIT_SCALE = 100;

export class HttpEnvironment extends RoomSettings {
  @Described('HTTP', { meaning: 'address that the service listens on', form: 'an address of this machine' })
  @IsString()
  HOST: string = '127.0.0.1';

  @Described('HTTP', { meaning: 'port that the service listens on; 0 takes a free one' })
  @toNumber
  @IsInt()
  @Min(0)
  @Max(65535)
  PORT: number = 3000;

  @Described('HTTP', {
    meaning: 'address at which clients reach the service; passkeys of staff are for its host, and end when it changes',
    unset: 'from `HOST` and `PORT`; required in production where `HOST` is every address (`0.0.0.0`, `::`)',
    example: 'https://api.example.com',
    needsHttps: true,
  })
  @IsOptional()
  @IsUrl('https', 'http')
  PUBLIC_URL?: string = undefined;

  @Described('HTTP', {
    meaning: 'address at which clients reach uploaded files',
    unset: '`PUBLIC_URL/uploads`',
    example: 'https://files.example.com',
    needsHttps: true,
  })
  @IsOptional()
  @IsUrl('https', 'http')
  UPLOAD_URL?: string = undefined;

  @Described('HTTP', {
    meaning: '`allowed` permits in production `http://` addresses that lead to this machine, also `PUBLIC_URL`',
  })
  @IsIn(['refused', 'allowed'])
  INSECURE_LOOPBACK_URLS: 'refused' | 'allowed' = 'refused';

  @Described('HTTP', {
    meaning:
      'proxies whose `X-Forwarded-For` counts; in production never the whole Internet. Requests that other peers forward are counted, logged and reported to staff',
    unset: 'none',
    example: '10.0.0.0/8,loopback',
  })
  @IsOptional()
  @IsNetworkList()
  TRUSTED_PROXIES?: string = undefined;

  @Described('HTTP', {
    meaning: 'origins of pages that may call the interface from a browser',
    unset: "none but the service's own",
    example: 'https://app.example.com,http://localhost:5173',
  })
  @IsOptional()
  @IsOriginList()
  WEB_ORIGINS?: string = undefined;

  @Described('HTTP', {
    meaning:
      'connections of clients at the same time, fewer where the process may not open as many files; without `TRUSTED_PROXIES` one network gets half of them',
  })
  @toNumber
  @IsInt()
  @Min(10)
  @Max(1_000_000)
  MAX_CONNECTIONS: number = 10_000;

  @Described('HTTP', {
    meaning:
      'megabytes of request bodies in memory, a quarter at most for one network and an eighth for one key (16 MB at least)',
  })
  @toNumber
  @IsInt()
  @Min(32)
  @Max(1_000_000)
  BODY_BUDGET_MB: number = 256;

  @Described('HTTP', {
    meaning:
      'megabytes of unfinished uploads on disk, a quarter at most for one network and a thirty-second for one key (16 MB at least)',
  })
  @toNumber
  @IsInt()
  @Min(32)
  @Max(1_000_000)
  UPLOAD_BUDGET_MB: number = 1_024;

  @Described('HTTP', {
    meaning: 'seconds in which `/readyz` answers 503 after SIGTERM, while requests are still served',
    unset: '5 in production, else 0',
    example: '5',
  })
  @IsOptional()
  @toNumber
  @IsInt()
  @Min(0)
  @Max(300)
  SHUTDOWN_DELAY_SECONDS?: number = undefined;

  @Described('HTTP', { meaning: 'how far the clock of a signed request may be off, both ways' })
  @toNumber
  @IsInt()
  @Min(10)
  @Max(3600)
  SIGNATURE_TOLERANCE_SECONDS: number = 300;

  @Described('HTTP', { meaning: 'multiplies every rate limit; 0 turns them off, which production refuses' })
  @toNumber
  @IsNumber()
  @Min(0)
  RATE_LIMIT_SCALE: number = 1;

  @Described('HTTP', { meaning: 'bearer token for `/metrics`', unset: '`/metrics` answers this machine only' })
  @IsOptional()
  @MinLength(16)
  METRICS_TOKEN?: string = undefined;

  get publicUrl(): string {
    return this.PUBLIC_URL === undefined ? addressOf(this.HOST, this.PORT) : reachable(this.PUBLIC_URL);
  }

  get uploadUrl(): string {
    return reachable(this.UPLOAD_URL ?? `${this.publicUrl}/uploads`);
  }

  /** It listens on every address, and no PUBLIC_URL says under which name it is reached. */
  get isReachedByUnknownNames(): boolean {
    return this.PUBLIC_URL === undefined && isEveryAddress(this.HOST);
  }

  get trustedProxies(): string[] {
    return entriesOf(this.TRUSTED_PROXIES);
  }

  /** Origins such as `https://app.example.com`. */
  get webOrigins(): string[] {
    return entriesOf(this.WEB_ORIGINS);
  }

  get bodyBudgetBytes(): number {
    return this.BODY_BUDGET_MB * 1_048_576;
  }

  get uploadBudgetBytes(): number {
    return this.UPLOAD_BUDGET_MB * 1_048_576;
  }

  /** Between the signal to stop and the end of listening. */
  shutdownDelayMs(production: boolean): number {
    return (this.SHUTDOWN_DELAY_SECONDS ?? (production ? 5 : 0)) * 1000;
  }

  override faults(production: boolean): readonly string[] {
    return production ? [...this.rateLimitFaults(), ...this.proxyFaults(), ...this.addressFaults()] : [];
  }

  private rateLimitFaults(): string[] {
    if (this.RATE_LIMIT_SCALE === 0)
      return [
        'RATE_LIMIT_SCALE must be above 0 in production: 0 lets anybody guess passwords and codes without end. Leave it out for the limits of the documents',
      ];
    if (this.RATE_LIMIT_SCALE > MOST_RATE_LIMIT_SCALE)
      return [`RATE_LIMIT_SCALE must be ${MOST_RATE_LIMIT_SCALE} at most in production: limits beyond that limit nobody`];
    return [];
  }

  private proxyFaults(): string[] {
    if (!isTooWideList(this.TRUSTED_PROXIES)) return [];
    return [
      'TRUSTED_PROXIES must not be the whole Internet, nor a public network wider than /8 (IPv6 /16), in production: anybody would choose the address they are known by. Name the addresses of your own proxies alone',
    ];
  }

  /** Links of mails and receipts would lead nowhere. */
  private addressFaults(): string[] {
    const { PUBLIC_URL, UPLOAD_URL, HOST } = this;
    const faults = Object.entries({ PUBLIC_URL, UPLOAD_URL })
      .filter(([, url]) => url !== undefined && isEveryAddress(hostOf(url)))
      .map(([name]) => `${name} must name the service, and not every address of a machine`);
    if (PUBLIC_URL === undefined && isEveryAddress(HOST))
      faults.push(`PUBLIC_URL is required in production with HOST=${HOST}: links of mails and receipts need a name`);
    return faults;
  }
}

/** The form that browsers send: scheme, name and port, in lower case and without a path. */
function IsOriginList(): PropertyDecorator {
  const isOrigin = (entry: string) =>
    /^https?:/.test(entry.trim()) && URL.canParse(entry.trim()) && new URL(entry.trim()).origin === entry.trim();
  const message = 'WEB_ORIGINS must be origins like https://app.example.com, without a path, separated by commas';
  return ValidateBy(
    { name: 'isOriginList', validator: { validate: (value: unknown) => String(value).split(',').every(isOrigin) } },
    { message },
  );
}
