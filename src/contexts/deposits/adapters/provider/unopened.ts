import type { HttpResult } from '../../../../platform/http-client/http-call.js';
import type { AccountOutcome } from '../../application/deposit-provider.js';

type Unanswered = Exclude<HttpResult, { kind: 'answered' }>;

export function unopened({ kind, cause }: Unanswered): AccountOutcome {
  return { outcome: kind, cause };
}
