import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { Simulators } from '../../packages/simulators/console/simulators.js';
import { BACKENDS, isTestedAtEdge, ONE_BACKEND } from '../support/backend.js';
import type { Answer, CallOptions } from '../support/client.js';
import { CALLS, LISTS, RECIPES } from './sections/index.js';
import {
  BEYOND,
  DOCUMENTS,
  documented,
  type DocumentedError,
  type DocumentedOperation,
  invalidId,
  missingId,
  type Parameter,
  REQUEST_TYPES,
  SERVED,
} from './support/documents.js';
import { simulatedGoods } from './support/goods.js';
import { expectShape } from './support/shapes.js';
import { ContractFixture } from './support/contract-fixture.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
const named = <T extends { action: string }>(operations: readonly T[]) => operations.map((each) => [each.action, each] as const);

/** The answers to these operations without their optional parameters. */
const NOTHING_WITHOUT_OPTIONAL: Readonly<Record<string, string>> = {
  user_profile_update: 'There is nothing to update',
  user_deposit_order_fetch: 'No data matching your query was found',
  service_biller_fetch: 'No data matching your query was found',
  service_biller_item_fetch: 'No data matching your query was found',
  control_support_faq_update: 'No data to update',
  support_tutorial_update: 'No data to update',
  control_user_modify: 'No data to update',
  support_tutorial_remove: 'The parameter reqv is required',
};

const WITHOUT_ALL = ['user_transfer_check_receiver', 'service_transaction_fetch'];

const ERRORS = SERVED.flatMap(({ action, errors }) =>
  errors.map((error): [string, string, DocumentedError] => [action, error.when, error]),
);

/** Values that no parameter of this type accepts. */
function impossible({ name, type, in: source, enum: values }: Parameter): unknown[] {
  const long = 'x'.repeat(10_001);
  if (source === 'query') {
    if (values) return ['everything', 'ALL', long.slice(0, 300)];
    if (name === 'page') return ['yesterday', '12345', '99999999999999'];
    if (type === 'boolean') return ['maybe', '1'];
    return type === 'integer' ? ['many', '0', '-1', '1.5', '1000000'] : [long];
  }
  if (source === 'multipart') return name === 'file' ? ['no file'] : ['UPPER', '..', 'a/b', long];
  if (type === 'boolean') return ['maybe', 1, {}, [true]];
  if (type === 'object') return ['x', 1, true, ['x'], { toString: 'YES' }, { anything: 'YES' }, long];
  if (type === 'array') return ['x', 1, {}, ['x'], [{}], [null]];
  if (type === 'number') return [0, -1, 1.005, '1e3', 'NaN', true, [50], { amount: 50 }, 1e300];
  return [1, true, {}, ['x'], { toString: 1 }, long, 'a\0b', ...(values ? ['everything'] : [])];
}

/** Asserts a FAILED answer whose ERRORS hold exactly this CODE, ID and MSG. */
function expectErrors(answer: Answer, expected: { code?: number | null; id?: string; msg?: string }, details?: string): void {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ REQUEST: { VERSION: '1.0', STATUS: 'FAILED' } });
  expect(Object.keys(answer.body)).toEqual(['REQUEST', 'ERRORS']);
  const { CODE, ID, MSG, DETAILS } = answer.body.ERRORS;
  expect(DETAILS).toMatch(/^\S.* \([0-9A-Z]{8}\)$/);
  if (details) expect(DETAILS.startsWith(`${details} (`), `${DETAILS} is not: ${details}`).toBe(true);
  if (expected.id !== undefined) expect(ID).toBe(expected.id);
  if (expected.msg !== undefined) expect(MSG).toBe(expected.msg);
  if (expected.code === null) expect(CODE).toBeUndefined();
  else if (expected.code !== undefined) expect(CODE).toBe(expected.code);
  expect(answer.headers.get('svc-server-time')).toMatch(/^[0-9]{10}$/);
}

const codeOf = ({ missingCode }: DocumentedOperation) => (missingCode === undefined ? {} : { code: missingCode });

/** Lists of other users' records are for staff. */
const whoLists = (fixture: ContractFixture, action: string) =>
  documented(action).auth === 'signed' ? fixture.ada : fixture.staff;

/** A call with some parameters replaced or, as undefined, left out. */
function changed(call: CallOptions, operation: DocumentedOperation, changes: Readonly<Record<string, unknown>>): CallOptions {
  const source = ({ query: 'query', body: 'body', multipart: 'form' } as const)[operation.params[0]!.in];
  const given = { ...(call[source] as Record<string, unknown>), ...changes };
  return { ...call, [source]: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

describe('contract sections', () => {
  it('have a call for every served operation, and no other', () => {
    expect(Object.keys(CALLS).sort()).toEqual(SERVED.map(({ action }) => action).sort());
    expect(SERVED.length).toBe(90);
  });

  it('have a recipe for every documented error', () => {
    const wanted = SERVED.flatMap(({ action, errors }) => errors.map(({ when }) => `${action}: ${when}`));
    const given = Object.entries(RECIPES).flatMap(([action, recipes]) =>
      Object.keys(recipes).map((when) => `${action}: ${when}`),
    );
    expect(given.sort()).toEqual(wanted.sort());
  });

  it('have a list for every operation with a request type', () => {
    const wanted = SERVED.filter(({ params }) => params.some(({ name }) => REQUEST_TYPES.includes(name)));
    expect(Object.keys(LISTS).sort()).toEqual(wanted.map(({ action }) => action).sort());
  });
});

/** What providers take part in is held against simulators of the real ones, too. */
const WITH_PROVIDERS = SERVED.filter(({ action }) => /^(service_|user_deposit_)/.test(action));
const SETTINGS = [
  ...BACKENDS.map((backend) => [backend, 'the sandbox', SERVED] as const),
  ...ONE_BACKEND.map((backend) => [backend, 'simulated providers', WITH_PROVIDERS] as const),
];

describe.each(SETTINGS)('contract on %s with %s', (backend, providers, served) => {
  const isServed = ([action]: readonly [string, ...unknown[]]) => served.some((operation) => operation.action === action);
  /** What ends before any storage, and before any provider. */
  const atEdge = isTestedAtEdge(backend) && providers === 'the sandbox' ? served : [];
  let fixture: ContractFixture;
  let simulators: Simulators | undefined;
  beforeAll(async () => {
    if (providers === 'simulated providers') simulators = await Simulators.start();
    const goods = simulators && simulatedGoods(simulators);
    fixture = await ContractFixture.open(backend, CALLS, simulators?.environment, goods);
    simulators?.announceTo(fixture.service.client.baseUrl);
  });
  afterAll(async () => {
    await fixture.close();
    await simulators?.stop();
  });

  it('serves exactly the documented operations', () => {
    const served = fixture
      .get(OperationRegistry)
      .all()
      .map(({ action }) => action);
    expect(served.sort()).toEqual([...SERVED.map(({ action }) => action), ...BEYOND].sort());
  });

  it.each(named(served))('%s answers as documented', async (action, { data }) => {
    const answer = await fixture.call(action, await fixture.goodCall(action));
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ REQUEST: { VERSION: '1.0', ACTION: action, STATUS: 'OK' } });
    expect(Object.keys(answer.body)).toEqual(['REQUEST', 'DATA']);
    expect(answer.status).toBe(200);
    expectShape(answer.body.DATA, data);
  });

  it.each(named(atEdge))('%s refuses other methods', async (action, operation) => {
    for (const method of METHODS.filter((each) => each !== operation.method)) {
      const answer = await fixture.service.client.call(action, { method, as: fixture.ada });
      expectErrors(answer, { code: 405 });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, operation.method]);
    }
  });

  it.each(named(atEdge.filter(({ auth }) => auth !== 'none')))('%s requires a signature', async (action, { errors }) => {
    const call = await fixture.goodCall(action);
    const msg = errors.find(({ when }) => when === 'unauthenticated')?.msg ?? 'Unauthorized';
    const nobody = { pbcKey: 'nobody-nobody-nobody-nobody', secret: 'x' };
    for (const as of [undefined, nobody, { ...fixture.ada, secret: fixture.obi.secret }]) {
      const answer = await fixture.call(action, { ...call, as });
      expectErrors(answer, { code: 401, id: 'rqat_required', msg }, 'Access Denied');
      expect(answer.status).toBe(401);
    }
  });

  it.each(named(served.filter(({ auth }) => auth === 'none')))('%s requires no signature', async (action, operation) => {
    const answer = await fixture.call(action);
    const required = operation.params.find((parameter) => parameter.required);
    if (required) expectErrors(answer, { ...codeOf(operation), id: missingId(operation, required.name) });
    else expect([200, 404]).toContain(answer.status);
  });

  it.each(named(atEdge.filter(({ params }) => params.some(({ required }) => required))))(
    '%s names the first missing parameter, in documented order',
    async (action, operation) => {
      const call = await fixture.goodCall(action);
      const required = operation.params.filter((parameter) => parameter.required);
      for (const [place, { name, in: source }] of required.entries()) {
        const fromHere = Object.fromEntries(required.slice(place).map((parameter) => [parameter.name, undefined]));
        const absences = { body: [undefined, null, '', '  '], query: [undefined, '', '  '], multipart: [undefined, '', ' '] }[
          source
        ];
        for (const absence of absences) {
          const answer = await fixture.call(action, changed(call, operation, { ...fromHere, [name]: absence }));
          expectErrors(answer, { ...codeOf(operation), id: missingId(operation, name) });
          expect(answer.status).toBe(400);
        }
      }
    },
  );

  it.each(named(atEdge.filter(({ params }) => params.length > 0)))('%s names an invalid parameter', async (action, operation) => {
    const call = await fixture.goodCall(action);
    for (const parameter of operation.params) {
      const expected = { ...codeOf(operation), id: invalidId(operation, parameter.name) };
      const details = REQUEST_TYPES.includes(parameter.name) ? 'Unsupported request type' : undefined;
      for (const value of impossible(parameter)) {
        const answer = await fixture.call(action, changed(call, operation, { [parameter.name]: value }));
        expectErrors(answer, expected, details);
        expect(answer.status).toBe(400);
      }
    }
  });

  it.each(named(served.filter(({ params }) => params.some(({ required }) => !required))))(
    '%s succeeds without optional parameters',
    async (action, operation) => {
      const call = await fixture.goodCall(action);
      const optional = operation.params.filter((parameter) => !parameter.required);
      const without = Object.fromEntries(optional.map(({ name }) => [name, undefined]));
      const answer = await fixture.call(action, changed(call, operation, without));
      const msg = NOTHING_WITHOUT_OPTIONAL[action];
      if (msg === undefined) expectShape(answer.body.DATA, operation.data);
      else expectErrors(answer, {}, msg);
    },
  );

  it.each(Object.entries(LISTS).filter(isServed))('%s serves every request type', async (action, valuesOf) => {
    const operation = SERVED.find((each) => each.action === action)!;
    const [type, { name: valueName }] = [operation.params[0]!, operation.params[1]!];
    const values = await valuesOf(fixture);
    expect(Object.keys(values).sort()).toEqual([...type.enum!].sort());
    for (const [name, value] of Object.entries(values)) {
      const query = { [type.name]: name, ...(value === '' ? {} : { [valueName]: value }) };
      const answer = await fixture.must(action, { as: whoLists(fixture, action), query });
      expectShape(answer.body.DATA, operation.data);
    }
  });

  it.each(Object.entries(LISTS).filter(isServed))('%s treats rqvl=false and page=false as absent', async (action, valuesOf) => {
    const [type] = Object.entries(await valuesOf(fixture)).find(([, value]) => value === '') ?? [];
    if (type === undefined) return expect(WITHOUT_ALL).toContain(action);
    const as = whoLists(fixture, action);
    const query = { [documented(action).params[0]!.name]: type };
    const [plain, falses] = await Promise.all([
      fixture.must(action, { as, query }),
      fixture.must(action, { as, query: { ...query, rqvl: 'false', page: 'false' } }),
    ]);
    expect(falses.body.DATA).toEqual(plain.body.DATA);
  });

  it.each(ERRORS.filter(isServed))('%s fails: %s', async (action, when, error) => {
    const { provoke, details } = RECIPES[action]![when]!;
    const answer = await provoke(fixture);
    const { code = null, id, msg } = error;
    const expected = { code, ...(id === undefined ? {} : { id }), ...(msg === undefined ? {} : { msg }) };
    expectErrors(answer, expected, error.details ?? details);
    expect(answer.body.REQUEST.ACTION).toBe(action);
  });

  it.each(named(served.filter(({ auth, testAccounts }) => auth === 'signed' && testAccounts !== false)))(
    '%s is open to test accounts',
    async (action) => {
      const call = await fixture.goodCall(action);
      const answer = await fixture.call(action, { ...call, as: await fixture.testAccount() });
      expect(JSON.stringify(answer.body)).not.toContain('test accounts');
      // An operation for staff is refused to test accounts, too.
      expect([200, 400, 403, 404]).toContain(answer.status);
    },
  );

  it('uses every documented shape', () => {
    for (const shape of SERVED.flatMap(({ data }) => data.split('|')))
      expect(DOCUMENTS.shapes).toHaveProperty(shape.replace(/^Paged<(.+)>$/, '$1').replace(/\[\]$/, ''));
  });
});
