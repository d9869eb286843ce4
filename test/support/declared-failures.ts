import type { INestApplication } from '@nestjs/common';
import { Failure } from '../../src/kernel/failure.js';
import { RequestAnswers } from '../../src/platform/http/request-answers.js';

/** Failures of the edge and of a database that is away hold for every operation. */
const OF_EVERY_OPERATION = /^(edge|database)\./;

/** Notes failures that an operation answers without declaring them. */
export function watchUndeclaredFailures(app: INestApplication): () => void {
  const undeclared = new Set<string>();
  const answers = app.get(RequestAnswers, { strict: false });
  const failed = answers.failed.bind(answers);
  answers.failed = (context, startedAtMs, error) => {
    if (error instanceof Failure && !OF_EVERY_OPERATION.test(error.failure) && context.foundOperation) {
      const { action, spec } = context.foundOperation;
      const isDeclared = spec.failures?.some(({ definition }) => definition.name === error.failure) ?? false;
      if (!isDeclared) undeclared.add(`${action} answers ${error.failure}`);
    }
    return failed(context, startedAtMs, error);
  };
  return () => {
    if (undeclared.size > 0) throw new Error(`failures that are not declared: ${[...undeclared].join('; ')}`);
  };
}
