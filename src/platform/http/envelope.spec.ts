import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure, type FailureKind } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';
import { failedEnvelope, okEnvelope, safeAction } from './envelope.js';
import { failedErrors, HTTP_STATUS, ParameterFailure } from './failed-answer.js';
import { on, type OperationSpec, type WireError } from './operation.decorator.js';

const SPEC: OperationSpec = { method: 'POST', access: 'signed', present: (result) => result };
const REFERENCE = 'ABCD1234';
const errorsOf = (failure: Failure, over: Partial<OperationSpec> = {}) => failedErrors(failure, { ...SPEC, ...over }, REFERENCE);
const INSUFFICIENT = { name: 'ledger.insufficient_funds', kind: 'refused', text: 'Insufficient funds' } as const;
const expected = new Failure(INSUFFICIENT);
const declared = (error: WireError) => ({ failures: [on(INSUFFICIENT, error)] });

describe('the envelope', () => {
  it('of a success holds the data as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(JSON.parse(okEnvelope('user_wallet_get_info', data))).toEqual({
          REQUEST: { VERSION: '1.0', ACTION: 'user_wallet_get_info', STATUS: 'OK' },
          DATA: JSON.parse(JSON.stringify(data ?? {})) as unknown,
        });
      }),
    );
    expect(JSON.parse(okEnvelope('x', undefined))).toMatchObject({ DATA: {} });
  });

  it('of a failure has ERRORS in its place', () => {
    expect(JSON.parse(failedEnvelope('x', { CODE: 400, DETAILS: 'No (ABCD1234)' }))).toEqual({
      REQUEST: { VERSION: '1.0', ACTION: 'x', STATUS: 'FAILED' },
      ERRORS: { CODE: 400, DETAILS: 'No (ABCD1234)' },
    });
  });

  it('echoes an action only in safe characters, and not all of a long one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(safeAction(name)).toMatch(/^[A-Za-z0-9_.-]{0,64}$/);
        expect(JSON.parse(okEnvelope(safeAction(name), null))).toMatchObject({ REQUEST: { ACTION: safeAction(name) } });
      }),
    );
    expect(safeAction('user_transfer_create')).toBe('user_transfer_create');
  });
});

describe('the HTTP status', () => {
  it.each<[FailureKind, number]>([
    ['invalid', 400],
    ['refused', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['method', 405],
    ['conflict', 409],
    ['too_large', 413],
    ['media_type', 415],
    ['mismatch', 422],
    ['too_many', 429],
    ['fault', 500],
    ['unavailable', 503],
  ])('of %s is %d', (kind, status) => expect(HTTP_STATUS[kind]).toBe(status));
});

describe('ERRORS', () => {
  it('say what the kind and the name say, where the operation says nothing', () => {
    const errors = { CODE: 400, ID: 'insufficient_funds', DETAILS: 'Insufficient funds (ABCD1234)' };
    expect(errorsOf(expected)).toEqual(errors);
    expect(failedErrors(expected, undefined, REFERENCE)).toEqual(errors);
    expect(errorsOf(expected, declared({ id: null }))).not.toHaveProperty('ID');
  });

  it('say what the operation declares for that failure', () => {
    const error = { code: 402, id: 'funds', msg: 'Funds', details: 'Not enough' };
    expect(errorsOf(expected, declared(error))).toEqual({
      CODE: 402,
      ID: 'funds',
      MSG: 'Funds',
      DETAILS: 'Not enough (ABCD1234)',
    });
    expect(errorsOf(expected, declared({ code: null }))).not.toHaveProperty('CODE');
    expect(errorsOf(expected, { failures: [on({ ...INSUFFICIENT, name: 'ledger.other' }, { code: 402 })] })).toMatchObject({
      CODE: 400,
    });
  });

  it.each([
    ['missing', 'pswd_required', 'The parameter pswd is required'],
    ['invalid', 'pswd_invalid', 'The parameter pswd is not valid'],
    ['unsupported', 'pswd_invalid', 'Unsupported request type'],
  ] as const)('of a parameter that is %s name it', (fault, id, text) => {
    const failure = new ParameterFailure('pswd', fault);
    expect(errorsOf(failure)).toEqual({ CODE: 400, ID: id, DETAILS: `${text} (ABCD1234)` });
    expect(errorsOf(failure, { missing: 401 })).toMatchObject({ CODE: 401, ID: id });
    expect(errorsOf(failure, { missing: null })).toEqual({ ID: id, DETAILS: `${text} (ABCD1234)` });
    expect(HTTP_STATUS[failure.kind]).toBe(400);
  });

  it.each(['invalid', 'unsupported'] as const)('of a parameter that is %s say what is accepted', (fault) => {
    const { DETAILS } = errorsOf(new ParameterFailure('status', fault, 'allowed: open, closed'));
    expect(DETAILS).toMatch(/ \(allowed: open, closed\) \(ABCD1234\)$/);
  });

  it('name a parameter as the operation does', () => {
    const ids = { missingIds: { customerId: 'customer_id_required' }, invalidIds: { customerId: 'customer_wrong' } };
    expect(errorsOf(new ParameterFailure('customerId', 'missing'), ids)).toMatchObject({ ID: 'customer_id_required' });
    expect(errorsOf(new ParameterFailure('customerId', 'invalid'), ids)).toMatchObject({ ID: 'customer_wrong' });
  });

  it('of the edge are its own, where the operation does not say otherwise', () => {
    const unauthenticated = new Failure(edgeFailures.unauthenticated);
    expect(errorsOf(unauthenticated)).toEqual({
      CODE: 401,
      ID: 'rqat_required',
      MSG: 'Unauthorized',
      DETAILS: 'Access Denied (ABCD1234)',
    });
    expect(errorsOf(unauthenticated, { unauthenticated: { msg: 'rqat_required' } })).toMatchObject({
      CODE: 401,
      MSG: 'rqat_required',
    });
    expect(errorsOf(new Failure(edgeFailures.stale))).toMatchObject({ CODE: 401, MSG: 'timestamp_out_of_range' });
    expect(errorsOf(new Failure(edgeFailures.replayed))).toMatchObject({ CODE: 409, ID: 'request_replayed' });
    expect(errorsOf(new Failure(edgeFailures.test_account), { testAccounts: { code: 400 } })).toMatchObject({ CODE: 400 });
    expect(errorsOf(new Failure(edgeFailures.lacking_permission), { forbidden: { code: 401 } })).toMatchObject({ CODE: 401 });
  });

  it('of a fault say nothing of it', () => {
    const fault = new Failure(edgeFailures.fault, { cause: new Error('table users is gone') });
    expect(errorsOf(fault)).toEqual({ CODE: 500, ID: 'process_failed', DETAILS: 'Could not process your request (ABCD1234)' });
    expect(errorsOf(fault, { fault: { code: 401, msg: 'process_failed' } })).toEqual({
      CODE: 401,
      ID: 'process_failed',
      MSG: 'process_failed',
      DETAILS: 'Could not process your request (ABCD1234)',
    });
  });
});
