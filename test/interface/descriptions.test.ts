import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumsOf } from '../../src/platform/http/list-keys.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { TIMES } from '../../src/platform/http/rows-as-file.js';
import { type Catalogue, readCatalogue } from '../../src/platform/http/openapi/catalogue.js';
import { type DescribedField, describeFields } from '../../src/platform/http/openapi/inputs.js';
import { startApp, type TestApp } from '../support/app.js';

/** A meaning that tells apart whose it is, which is then another one for each. */
const OF_SEVERAL = /(^|[;,.] )(in an? |for staff|of (an? |sessions|others))/i;

interface Parameter extends DescribedField {
  readonly action: string;
  /** Of the lists that are sorted, which share meanings of their own. */
  readonly isOfList: boolean;
}

/** Names of parameters whose one sentence is true of every operation and record that has them. */
const REVIEWED =
  'again amount answ attachments billerName chid city cntx code comment confirmation country customerAddress customerId customerMobile customerName devn devs devt dsnm dvname dvnm dvserial dvty dvtype emal endpointId fNme faq_id format fsnm fxid helpscx lNme limit lsnm offercx othercx page paymentCode phoneNumber phtk pinc pnum position pswd purl qstn requxid rquxid source_id stafbio staffcx statscx stphone stxdept stxrole subject ticket_id tktp ttle url userscx uxid valued vurl'.split(
    ' ',
  );

let service: TestApp;
let parameters: Parameter[];
const catalogue: Catalogue = readCatalogue();

beforeAll(async () => {
  service = await startApp('sqlite');
  parameters = service.app
    .get(OperationRegistry)
    .all()
    .flatMap(({ action, inputClass }) =>
      describeFields(inputClass, catalogue.fieldDescriptions, action).map((field) => ({
        ...field,
        action,
        isOfList: sumsOf(inputClass) !== undefined,
      })),
    );
});
afterAll(() => service.close());

const REQUEST = /^(rqtp|rqtype|rtyp|rqsx|rqvl|rqvalue)$/;
const placeOf = ({ action, name }: Parameter) => `${action}.${name}`;
const isShared = (parameter: Parameter) =>
  !(placeOf(parameter) in catalogue.fieldDescriptions) &&
  !(parameter.isOfList && `list.${parameter.name}` in catalogue.fieldDescriptions);

/** What is taken, but for its length. */
function kindOf({ schema }: Parameter): string {
  const { type, format, pattern, enum: values, minimum, exclusiveMinimum, items, properties } = schema;
  return JSON.stringify({ type, format, pattern, values, minimum, exclusiveMinimum, items, properties });
}

describe('meanings of parameters', () => {
  it('are shared only by parameters that take the same', () => {
    const differing = [...byName(parameters.filter(isShared))].filter(([, sharing]) => new Set(sharing.map(kindOf)).size > 1);
    expect(differing.map(([name, sharing]) => [name, ...sharing.map(({ action }) => action)])).toEqual([]);
  });

  it('are shared with another operation or a record only where somebody read that the sentence fits all', () => {
    const inRecords = new Set(Object.values({ ...catalogue.shapes, ...eventFields() }).flatMap((fields) => Object.keys(fields)));
    const shared = [...byName(parameters.filter(isShared))].filter(([name, of]) => of.length > 1 || inRecords.has(name));
    expect(shared.map(([name]) => name).toSorted()).toEqual(REVIEWED);
  });

  it('are of the operation alone, where it is asked for a kind of value', () => {
    const generic = parameters.filter(({ name }) => REQUEST.test(name)).filter(isShared);
    expect(generic.map(placeOf)).toEqual([]);
  });

  it('name every value of a request type', () => {
    const types = parameters.filter(({ schema, name }) => schema['enum'] && REQUEST.test(name));
    expect(types.length).toBeGreaterThan(20);
    const unnamed = types.flatMap((parameter) =>
      valuesOf(parameter)
        .filter((value) => !wordsOf(parameter).has(value))
        .map((value) => `${placeOf(parameter)}: ${value}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('name no value that only another operation takes', () => {
    const foreign = [...byName(parameters.filter(({ name, schema }) => schema['enum'] && !REQUEST.test(name))).values()].flatMap(
      (named) => {
        const known = new Set(named.flatMap(valuesOf));
        return named.flatMap((parameter) =>
          [...wordsOf(parameter)]
            .filter((word) => known.has(word) && !valuesOf(parameter).includes(word))
            .map((word) => `${placeOf(parameter)}: ${word}`),
        );
      },
    );
    expect(foreign).toEqual([]);
  });

  it('promise the form of time that is taken', () => {
    const wrong = parameters.filter(({ description = '', schema }) =>
      schema['type'] === 'integer' ? /YYYY|ISO 8601/.test(description) : /^[^:]*unix (milli)?seconds/.test(description),
    );
    expect(wrong.map(placeOf)).toEqual([]);
  });
});

describe('meanings of fields', () => {
  it('are times for people in files, where they are unix times', () => {
    const fields = Object.entries(catalogue.fieldDescriptions).flatMap(([key, [meaning]]) =>
      /unix (milli)?seconds/.test(meaning) && !/^[a-z_]+[.]/.test(key) ? [key.replace(/^.*[.]/, '')] : [],
    );
    expect(fields.filter((name) => !TIMES.has(name))).toEqual([]);
  });

  it('are of one record, where they are shared', () => {
    const mixed = Object.entries(catalogue.fieldDescriptions).filter(
      ([key, [meaning]]) => !isOwned(key) && OF_SEVERAL.test(meaning),
    );
    expect(mixed.map(([name, [meaning]]) => `${name}: ${meaning}`)).toEqual([]);
  });

  it('belong to a parameter or a field that there is', () => {
    const { shapes, events, fieldDescriptions } = catalogue;
    const owners = new Map<string, Set<string>>();
    const add = (owner: string, name: string) => owners.set(owner, (owners.get(owner) ?? new Set()).add(name));
    for (const { action, name, isOfList } of parameters) {
      add(action, name);
      if (isOfList) add('list', name);
    }
    for (const [shape, fields] of Object.entries(shapes)) for (const name of Object.keys(fields)) add(shape, name);
    for (const [event, [, fields]] of Object.entries(events)) for (const name of Object.keys(fields)) add(event, name);
    const known = new Set([...owners].flatMap(([owner, names]) => [...names].flatMap((name) => [name, `${owner}.${name}`])));
    const entries = ['filename', 'content_type', 'data'];
    expect(Object.keys(fieldDescriptions).filter((key) => !known.has(key) && !entries.includes(key))).toEqual([]);
  });
});

function eventFields(): Catalogue['shapes'] {
  return Object.fromEntries(Object.entries(catalogue.events).map(([name, [, fields]]) => [name, fields]));
}

/** For one operation, record or event alone. */
const isOwned = (key: string) => key.includes('.');

function byName(listed: readonly Parameter[]): Map<string, Parameter[]> {
  const found = new Map<string, Parameter[]>();
  for (const parameter of listed) found.set(parameter.name, [...(found.get(parameter.name) ?? []), parameter]);
  return found;
}

function valuesOf({ schema }: Parameter): string[] {
  return schema['enum'] as string[];
}

function wordsOf({ description = '' }: Parameter): Set<string> {
  return new Set(description.match(/\w+/g));
}
