import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min, MinLength } from 'class-validator';

const toNumber = Transform(({ value }) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value));
const LIST_OF_NAMES = /^[a-z0-9_-]+(,[a-z0-9_-]+)*$/;
/** A credential that is sent in a header. */
const WORD = /^[\x21-\x7e]+$/;

function IsCredential(name: string): PropertyDecorator {
  return Matches(WORD, { message: `${name} must be one word` });
}

function IsAddress(name: string, end: string): PropertyDecorator {
  return Matches(new RegExp(`^https?://[^\\s?#@]+${end}$`), {
    message: `${name} must be an http(s) address${end && ` that ends in ${end}`}`,
  });
}

/** The variables of the companies that deliver purchases and collect deposits. */
export class ProviderEnvironment {
  @Matches(LIST_OF_NAMES) BILLER_PROVIDERS: string = 'sandbox';
  @Matches(LIST_OF_NAMES) DEPOSIT_PROVIDERS: string = 'sandbox';
  @IsIn(['refused', 'allowed']) SANDBOX_PROVIDERS: 'refused' | 'allowed' = 'refused';

  @toNumber @IsInt() @Min(5) @Max(120) PROVIDER_SUBMIT_TIMEOUT_SECONDS: number = 45;
  @toNumber @IsInt() @Min(2) @Max(60) PROVIDER_READ_TIMEOUT_SECONDS: number = 15;
  @toNumber @IsInt() @Min(0) @Max(1_000_000_000) PROVIDER_FLOAT_ALERT: number = 100_000;

  @IsOptional() @IsAddress('VTPASS_URL', '/api') VTPASS_URL?: string = undefined;
  @IsOptional() @IsCredential('VTPASS_API_KEY') VTPASS_API_KEY?: string = undefined;
  @IsOptional() @IsCredential('VTPASS_PUBLIC_KEY') VTPASS_PUBLIC_KEY?: string = undefined;
  @IsOptional() @IsCredential('VTPASS_SECRET_KEY') VTPASS_SECRET_KEY?: string = undefined;
  @IsOptional()
  @MinLength(24, { message: 'VTPASS_WEBHOOK_TOKEN must have at least 24 characters' })
  VTPASS_WEBHOOK_TOKEN?: string = undefined;

  @IsOptional() @IsAddress('QUICKTELLER_URL', '/api/v5') QUICKTELLER_URL?: string = undefined;
  @IsOptional() @IsAddress('QUICKTELLER_TOKEN_URL', '') QUICKTELLER_TOKEN_URL?: string = undefined;
  @IsOptional() @IsCredential('QUICKTELLER_CLIENT_ID') QUICKTELLER_CLIENT_ID?: string = undefined;
  @IsOptional() @IsCredential('QUICKTELLER_CLIENT_SECRET') QUICKTELLER_CLIENT_SECRET?: string = undefined;
  @IsOptional() @IsCredential('QUICKTELLER_TERMINAL_ID') QUICKTELLER_TERMINAL_ID?: string = undefined;
  @IsOptional()
  @Matches(/^[0-9]{4}$/, { message: 'QUICKTELLER_REFERENCE_PREFIX must be 4 digits' })
  QUICKTELLER_REFERENCE_PREFIX?: string = undefined;
  @toNumber @IsInt() @Min(12) @Max(20) QUICKTELLER_REFERENCE_LENGTH: number = 12;
  @IsIn(['local', 'international']) QUICKTELLER_PHONE_FORM: 'local' | 'international' = 'local';

  @IsOptional() @IsCredential('PAYSTACK_SECRET_KEY') PAYSTACK_SECRET_KEY?: string = undefined;
  @IsAddress('PAYSTACK_URL', '') PAYSTACK_URL: string = 'https://api.paystack.co';

  @IsOptional() @IsAddress('MONNIFY_URL', '') MONNIFY_URL?: string = undefined;
  @IsOptional() @IsCredential('MONNIFY_API_KEY') MONNIFY_API_KEY?: string = undefined;
  @IsOptional() @IsCredential('MONNIFY_SECRET_KEY') MONNIFY_SECRET_KEY?: string = undefined;
  @IsOptional() @IsCredential('MONNIFY_CONTRACT_CODE') MONNIFY_CONTRACT_CODE?: string = undefined;
  /** Monnify states no zone with its times. */
  @Matches(/^[+-][0-9]{2}:[0-9]{2}$/, { message: 'MONNIFY_UTC_OFFSET must be like +01:00' })
  MONNIFY_UTC_OFFSET: string = '+01:00';
}

type Variable = keyof ProviderEnvironment;

/** What a provider cannot do without. */
const REQUIRED: Readonly<Record<string, readonly Variable[]>> = {
  vtpass: ['VTPASS_URL', 'VTPASS_API_KEY', 'VTPASS_PUBLIC_KEY', 'VTPASS_SECRET_KEY', 'VTPASS_WEBHOOK_TOKEN'],
  quickteller: [
    'QUICKTELLER_URL',
    'QUICKTELLER_TOKEN_URL',
    'QUICKTELLER_CLIENT_ID',
    'QUICKTELLER_CLIENT_SECRET',
    'QUICKTELLER_TERMINAL_ID',
    'QUICKTELLER_REFERENCE_PREFIX',
  ],
  paystack: ['PAYSTACK_SECRET_KEY'],
  monnify: ['MONNIFY_URL', 'MONNIFY_API_KEY', 'MONNIFY_SECRET_KEY', 'MONNIFY_CONTRACT_CODE'],
};

export function providerFaults(environment: ProviderEnvironment, production: boolean): string[] {
  const faults: string[] = [];
  for (const list of ['BILLER_PROVIDERS', 'DEPOSIT_PROVIDERS'] as const) {
    const names = environment[list].split(',');
    if (production && names.includes('sandbox') && environment.SANDBOX_PROVIDERS !== 'allowed')
      faults.push(`${list} names sandbox, which delivers nothing: name a provider, or set SANDBOX_PROVIDERS=allowed`);
    for (const name of names) {
      const missing = (REQUIRED[name] ?? []).filter((variable) => environment[variable] === undefined);
      if (missing.length > 0) faults.push(`${list} names ${name}, which needs ${missing.join(', ')}`);
    }
  }
  return faults;
}

export interface ProviderSettings {
  readonly submitTimeoutMs: number;
  readonly readTimeoutMs: number;
}

export interface VtpassSettings extends ProviderSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly webhookToken: string;
}

export interface PaystackSettings extends ProviderSettings {
  readonly url: string;
  readonly secretKey: string;
}

export interface MonnifySettings extends ProviderSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
  /** Of times without a zone, as `+01:00`. */
  readonly utcOffset: string;
}

export interface QuicktellerSettings extends ProviderSettings {
  readonly url: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly terminalId: string;
  readonly referencePrefix: string;
  readonly referenceLength: number;
  readonly phoneForm: 'local' | 'international';
}

/** Undefined where it is not in use; `providerFaults` has seen that everything is there. */
export function vtpassSettings(env: ProviderEnvironment): VtpassSettings | undefined {
  if (!env.BILLER_PROVIDERS.split(',').includes('vtpass')) return undefined;
  return {
    ...timeouts(env),
    url: env.VTPASS_URL!,
    apiKey: env.VTPASS_API_KEY!,
    publicKey: env.VTPASS_PUBLIC_KEY!,
    secretKey: env.VTPASS_SECRET_KEY!,
    webhookToken: env.VTPASS_WEBHOOK_TOKEN!,
  };
}

export function quicktellerSettings(env: ProviderEnvironment): QuicktellerSettings | undefined {
  if (!env.BILLER_PROVIDERS.split(',').includes('quickteller')) return undefined;
  return {
    ...timeouts(env),
    url: env.QUICKTELLER_URL!,
    tokenUrl: env.QUICKTELLER_TOKEN_URL!,
    clientId: env.QUICKTELLER_CLIENT_ID!,
    clientSecret: env.QUICKTELLER_CLIENT_SECRET!,
    terminalId: env.QUICKTELLER_TERMINAL_ID!,
    referencePrefix: env.QUICKTELLER_REFERENCE_PREFIX!,
    referenceLength: env.QUICKTELLER_REFERENCE_LENGTH,
    phoneForm: env.QUICKTELLER_PHONE_FORM,
  };
}

export function paystackSettings(env: ProviderEnvironment): PaystackSettings | undefined {
  if (!env.DEPOSIT_PROVIDERS.split(',').includes('paystack')) return undefined;
  return { ...timeouts(env), url: withoutSlash(env.PAYSTACK_URL), secretKey: env.PAYSTACK_SECRET_KEY! };
}

export function monnifySettings(env: ProviderEnvironment): MonnifySettings | undefined {
  if (!env.DEPOSIT_PROVIDERS.split(',').includes('monnify')) return undefined;
  return {
    ...timeouts(env),
    url: withoutSlash(env.MONNIFY_URL!),
    apiKey: env.MONNIFY_API_KEY!,
    secretKey: env.MONNIFY_SECRET_KEY!,
    contractCode: env.MONNIFY_CONTRACT_CODE!,
    utcOffset: env.MONNIFY_UTC_OFFSET,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

export function timeouts(env: ProviderEnvironment): ProviderSettings {
  return {
    submitTimeoutMs: env.PROVIDER_SUBMIT_TIMEOUT_SECONDS * 1_000,
    readTimeoutMs: env.PROVIDER_READ_TIMEOUT_SECONDS * 1_000,
  };
}
