import fc from 'fast-check';
import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.js';

const textOf = (error: unknown) => JSON.stringify(describeError(error));

describe('describeError', () => {
  it('has name, code, stack and cause', () => {
    const cause = Object.assign(new TypeError('no socket'), { code: 'ECONNREFUSED', errno: -111 });
    expect(describeError(new Error('the bank does not answer', { cause }))).toMatchObject({
      name: 'Error',
      message: 'the bank does not answer',
      stack: expect.stringContaining('describe-error.spec') as string,
      cause: { name: 'TypeError', message: 'no socket', code: 'ECONNREFUSED', errno: -111 },
    });
  });

  it.each([
    ["Duplicate entry 'hidden@example.com' for key 'users.email'"],
    ["Duplicate entry 'o'hidden@example.com' for key 'users.email'"],
    ["Duplicate entry ''hidden' for key 'users.email'"],
    ['Unexpected token h, "hidden" is not valid JSON'],
    ['say "hidden"" again" hidden"'],
    ["near 'VALUES (\n'hidden'\n)' at line 1"],
    ['`hidden` is unknown'],
  ])('removes the values of %j', (message) => expect(textOf(new Error(message))).not.toContain('hidden'));

  it('removes any value that a database quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary-ascii' }), (before, after) => {
        const error = new Error(`Duplicate entry '${before}hidden${after}' for key 'users.email'`);
        expect(textOf(error)).not.toContain('hidden');
      }),
    );
  });

  it('removes statements and their parameters', () => {
    const driver = Object.assign(new Error("Duplicate entry 'hidden' for key 'x'"), {
      code: 'ER_DUP_ENTRY',
      sql: "INSERT INTO users VALUES ('hidden')",
      sqlMessage: "Duplicate entry 'hidden'",
    });
    const text = textOf(new QueryFailedError('INSERT INTO users VALUES (hidden)', ['hidden'], driver));
    expect(text).toContain('ER_DUP_ENTRY');
    expect(text).not.toContain('hidden');
  });

  it('takes no line of the message for the stack', () => {
    const error = new Error("Duplicate entry 'x\n    at hidden (hidden.ts:1:1)' for key 'y'");
    expect(textOf(error)).not.toContain('hidden');
  });

  it.each([
    ['hidden', 'string'],
    [{ secret: 'hidden' }, 'object'],
    [undefined, 'undefined'],
  ])('names the type when %j is thrown', (thrown, kind) => {
    expect(describeError(thrown)).toEqual({ message: `a ${kind} was thrown` });
  });

  it('describes all errors of an AggregateError', () => {
    const error = new AggregateError([new Error('first'), new Error("second 'hidden'")], 'all failed');
    expect(textOf(error)).toContain('first');
    expect(textOf(error)).not.toContain('hidden');
  });

  it('stops at a circular cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(textOf(error)).toContain('round');
  });
});
