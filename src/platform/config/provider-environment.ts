import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { toNumber } from './variables.js';

const LIST_OF_NAMES = /^[a-z0-9_-]+(,[a-z0-9_-]+)*$/;

/** Which providers are used, and what holds for all of them. Their own variables are in their manifests. */
export class ProviderEnvironment {
  @Matches(LIST_OF_NAMES) BILLER_PROVIDERS: string = 'sandbox';
  @Matches(LIST_OF_NAMES) DEPOSIT_PROVIDERS: string = 'sandbox';
  @IsIn(['refused', 'allowed']) SANDBOX_PROVIDERS: 'refused' | 'allowed' = 'refused';

  @toNumber @IsInt() @Min(5) @Max(120) PROVIDER_SUBMIT_TIMEOUT_SECONDS: number = 45;
  @toNumber @IsInt() @Min(2) @Max(60) PROVIDER_READ_TIMEOUT_SECONDS: number = 15;
  @toNumber @IsInt() @Min(0) @Max(1_000_000_000) PROVIDER_FLOAT_ALERT: number = 100_000;
}

export function sandboxFaults(environment: ProviderEnvironment): string[] {
  if (environment.SANDBOX_PROVIDERS === 'allowed') return [];
  return (['BILLER_PROVIDERS', 'DEPOSIT_PROVIDERS'] as const)
    .filter((list) => environment[list].split(',').includes('sandbox'))
    .map((list) => `${list} names sandbox, which delivers nothing: name a provider, or set SANDBOX_PROVIDERS=allowed`);
}
