import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';
import { RequestAnswers } from './request-answers.js';
import { sendReply } from './send.js';

/** Answers errors outside of the pipeline, such as unknown paths and unreadable bodies. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(private readonly answers: RequestAnswers) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const pathAction = (request.params as { action?: string } | undefined)?.action;
    sendReply(
      host.switchToHttp().getResponse<FastifyReply>(),
      this.answers.refused(asFailure(error, request.raw.url), request.raw.url, pathAction),
    );
  }
}

/** Fastify's and Nest's errors by their status; anything else is a fault. */
export function asFailure(error: unknown, target = '/'): Failure {
  if (error instanceof Failure) return error;
  const { statusCode, status } = error as { statusCode?: number; status?: number };
  const code = statusCode ?? status ?? 500;
  // 414: a path longer than any action.
  if (code === 404 || code === 414) return new Failure(edgeFailures.unknown_action, { text: pathAdvice(target) });
  if (code === 413) return new Failure(edgeFailures.too_large);
  if (code === 415) return new Failure(edgeFailures.media_type);
  if (code >= 400 && code < 500) return new Failure(edgeFailures.malformed, { text: 'The request could not be read' });
  return new Failure(edgeFailures.fault, { cause: error });
}

/** Advice for an operation with a slash behind it, or below another path. */
function pathAdvice(target: string): string {
  const [path = ''] = target.split('?');
  const name = path.split('/').findLast((part) => part !== '');
  const { text } = edgeFailures.unknown_action;
  return name !== undefined && /^[a-z]\w*_\w+$/.test(name)
    ? `${text} (operations are at /${name.slice(0, 64)}, with nothing before or behind it)`
    : text;
}
