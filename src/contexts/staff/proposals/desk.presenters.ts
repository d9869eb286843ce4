import { Text } from '../../../platform/http/input.decorators.js';
import type { AttemptRecord, RequeryAnswer } from '../../attempts/index.js';

/** A shown record with the outcome of an open proposal about it; empty without one. */
export type WithProposed<Shown> = Shown & { readonly proposed: string };

export class RequeryInput {
  @Text() reqv: string;
}

export function presentAnswer({ provider, reference, outcome, code, message, createdAt }: AttemptRecord) {
  return { provider, reference, outcome, code, message, recorded: String(createdAt) };
}

export function presentRequeryAnswer({ status, isAnswered }: RequeryAnswer) {
  return { COMMENT: isAnswered ? 'The provider was asked' : 'The provider has not answered yet', status };
}
