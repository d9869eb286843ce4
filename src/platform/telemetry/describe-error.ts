const DEPTH = 4;

/** Describes an error for the log: name, message without values, code, stack. Never the statement's parameters. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: `a ${typeof error} was thrown` };
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  const deeper = depth < DEPTH;
  return {
    name: error.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof errno === 'number' ? { errno } : {}),
    stack: stackLines(error),
    ...(deeper && error instanceof AggregateError
      ? { errors: error.errors.map((inner) => describeError(inner, depth + 1)) }
      : {}),
    ...(deeper && error.cause instanceof Error ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** Databases quote values, and values may hold quotes, so everything between the first and last quote is removed; mail servers use angle brackets. */
function withoutValues(message: string): string {
  return message
    .replace(/(['"`]).*(['"`])/s, '$1…$2')
    .replaceAll(/<[^<>\s]*@[^<>\s]*>/g, '<…>')
    .slice(0, 500);
}

function stackLines({ stack = '', message }: Error): string {
  const behind = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return behind
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
