import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry, type RegisteredOperation } from '../../src/platform/http/operation-registry.js';
import { fieldsOf, isOptional, NoInput } from '../../src/platform/http/input.decorators.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { Answer, CallOptions } from '../support/client.js';
import { signInStaff } from '../support/staff.js';
import { BEYOND, GRANTS } from './support/documents.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
/** No parameter accepts them. */
const IMPOSSIBLE = { query: ['x'.repeat(300)], body: [{}, ['x', ''], 'x'.repeat(10_001)] };

/** What holds for every operation beyond the documents, of whatever context. What each does is tested with its context. */
describe.each(ONE_BACKEND)('operations beyond the documents on %s', (backend) => {
  let service: TestApp;
  let user: TestUser;
  let staff: TestUser;
  let clerk: TestUser;
  const operation = (action: string) => service.app.get(OperationRegistry, { strict: false }).find(action)!;

  beforeAll(async () => {
    service = await startApp(backend);
    user = await service.register();
    staff = await signInStaff(service, ...GRANTS);
    clerk = await signInStaff(service);
  });
  afterAll(() => service.close());

  function call({ action, spec, source }: RegisteredOperation, given: object, as?: TestUser): Promise<Answer> {
    const parameters: CallOptions = source === 'query' ? { query: given as Record<string, string> } : { body: given };
    const idempotencyKey = spec.access === 'none' ? {} : { idempotencyKey: `contract-${Math.random()}` };
    return service.client.call(action, { method: spec.method, ...parameters, ...idempotencyKey, ...(as ? { as } : {}) });
  }

  const signer = ({ spec }: RegisteredOperation) => ({ none: undefined, signed: user, admin: staff })[spec.access];

  it.each(BEYOND)('%s refuses other methods', async (action) => {
    const { spec } = operation(action);
    for (const method of METHODS.filter((each) => each !== spec.method)) {
      const answer = await service.client.call(action, { method, as: user });
      expect([answer.status, answer.headers.get('allow'), answer.body.ERRORS.CODE]).toEqual([405, spec.method, 405]);
    }
  });

  it.each(BEYOND)('%s is for those who may call it', async (action) => {
    const called = operation(action);
    const { access, permission } = called.spec;
    if (access === 'none') return expect(permission).toBeUndefined();
    expect((await call(called, {})).status).toBe(401);
    if (access === 'signed') return expect(permission).toBeUndefined();
    const answers = [await call(called, {}, user), ...(permission === null ? [] : [await call(called, {}, clerk)])];
    for (const { status, body } of answers) expect([status, body.ERRORS.ID]).toEqual([403, 'lacking_permission']);
  });

  it.each(BEYOND)('%s names the first missing and the first impossible parameter', async (action) => {
    const called = operation(action);
    const fields = fieldsOf(called.inputClass).filter(({ name }) => name !== 'page');
    const code = called.spec.missing === undefined ? 400 : called.spec.missing;
    const errors = (id: string) => ({ ...(code === null ? {} : { CODE: code }), ID: id });
    const required = fields.find(({ name }) => !isOptional(called.inputClass, name));
    if (required) {
      const { status, body } = await call(called, {}, signer(called));
      expect([status, body.ERRORS]).toMatchObject([
        400,
        errors(called.spec.missingIds?.[required.name] ?? `${required.name}_required`),
      ]);
    }
    if (called.inputClass !== NoInput) expect(fieldsOf(called.inputClass)).not.toEqual([]);
    const [first] = fields;
    for (const value of first ? IMPOSSIBLE[called.source] : []) {
      const { status, body } = await call(called, { [first!.name]: value }, signer(called));
      expect([status, body.ERRORS], JSON.stringify(value)).toMatchObject([
        400,
        errors(called.spec.invalidIds?.[first!.name] ?? `${first!.name}_invalid`),
      ]);
    }
  });
});
