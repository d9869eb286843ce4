import { getMetadataStorage, validateSync } from 'class-validator';
import { acceptedBy, type FieldMetadata, fieldsOf, followingOf, isOptional, type Normalise } from './input.decorators.js';

type InputClass = new () => object;
/** A constraint, as class-validator keeps it. */
type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

export interface InputFault {
  readonly field: string;
  readonly fault: 'missing' | 'invalid' | 'unsupported';
  /** The accepted values, in words. */
  readonly accepted?: string;
}

/** Reads an input from raw parameters, up to the first invalid field. */
export type ReadInput = (raw: Readonly<Record<string, unknown>>) => { input: object } | InputFault;

/** Fields whose documented default is false, which then means that the parameter is absent. */
const FALSE_MEANS_ABSENT = new Set(['rqvl', 'page']);

type Check = (value: unknown) => boolean;

/** class-validator constraints as plain functions, which are a hundred times faster. */
const COMPILED: Readonly<Record<string, (constraints: readonly unknown[]) => Check>> = {
  isString: () => (value) => typeof value === 'string',
  isBoolean: () => (value) => typeof value === 'boolean',
  isInt: () => (value) => Number.isSafeInteger(value),
  isIn:
    ([values]) =>
    (value) =>
      (values as unknown[]).includes(value),
  hasLength:
    ([min, max]) =>
    (value) =>
      (value as string).length >= (min as number) && (value as string).length <= (max as number),
  min:
    ([min]) =>
    (value) =>
      (value as number) >= (min as number),
  max:
    ([max]) =>
    (value) =>
      (value as number) <= (max as number),
  matches:
    ([pattern]) =>
    (value) =>
      (pattern as RegExp).test(value as string),
  isKobo: () => (value) => Number.isSafeInteger(value) && (value as number) > 0,
};

interface CompiledField {
  readonly name: string;
  readonly isOptional: boolean;
  /** The parameter that it follows from. */
  readonly follows: string | undefined;
  readonly default: unknown;
  /** False means that the parameter is absent. */
  readonly falseIsAbsent: boolean;
  /** A blank text is a value. */
  readonly takesEmpty: boolean;
  readonly normalise: Normalise;
  readonly isValid: Check;
  /** The answer to an invalid value. */
  readonly fault: InputFault;
}

/** Compiles an input class at boot from its class-validator decorators. */
export function compileInput(type: InputClass): ReadInput {
  const constraints = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const fields = fieldsOf(type).map((mark) => compileField(type, mark, constraints));
  const following = fields.filter(({ follows }) => follows !== undefined);
  return (raw) => {
    const input = new type() as Record<string, unknown>;
    const isShort = following.length > 0 && following.every((field) => isLeftOut(field, raw));
    for (const field of fields) {
      const mayFollow = isShort && fields.some((each) => each.name === field.follows && !isLeftOut(each, raw));
      if (mayFollow) continue;
      const fault = readField(field, raw, input);
      if (fault) return fault;
    }
    return { input };
  };
}

/** Sets the field of the input: to the parameter in its normal form, or to its default. */
function readField(
  field: CompiledField,
  raw: Readonly<Record<string, unknown>>,
  input: Record<string, unknown>,
): InputFault | undefined {
  const { name } = field;
  const value = valueOf(field, raw);
  if (isAbsent(value, field)) {
    if (!field.isOptional) return { field: name, fault: 'missing' };
    if (field.default !== undefined) input[name] = field.default;
    return undefined;
  }
  const normal = field.normalise(value);
  if (normal === undefined || !field.isValid(normal)) return field.fault;
  input[name] = normal;
  return undefined;
}

function valueOf({ name }: CompiledField, raw: Readonly<Record<string, unknown>>): unknown {
  return Object.hasOwn(raw, name) ? raw[name] : undefined;
}

function isLeftOut(field: CompiledField, raw: Readonly<Record<string, unknown>>): boolean {
  return isAbsent(valueOf(field, raw), field);
}

function isAbsent(value: unknown, { falseIsAbsent, takesEmpty }: CompiledField): boolean {
  if (value === undefined || value === null) return true;
  if (falseIsAbsent && (value === false || value === 'false')) return true;
  return !takesEmpty && isBlank(value);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function compileField(type: InputClass, mark: FieldMetadata, constraints: readonly Constraint[]): CompiledField {
  const { name, isRequestType } = mark;
  return {
    name,
    isOptional: isOptional(type, name),
    follows: followingOf(type).get(name),
    default: mark.default,
    falseIsAbsent: FALSE_MEANS_ABSENT.has(name),
    takesEmpty: mark.takesEmpty ?? false,
    normalise: mark.entries ? listOf(mark.normalise, mark.entries, mark.exactEntries ?? false) : mark.normalise,
    isValid: compileChecks(type, name, constraints),
    fault: { field: name, fault: isRequestType ? 'unsupported' : 'invalid', accepted: acceptedBy(mark) },
  };
}

/** Reads each entry of a list by its input class. One invalid entry makes the list invalid. */
function listOf(normalise: Normalise, entries: InputClass, isExact: boolean): Normalise {
  const readEntry = compileInput(entries);
  const names = new Set(fieldsOf(entries).map(({ name }) => name));
  return (value) => {
    const list = normalise(value) as unknown[] | undefined;
    const inputs: object[] = [];
    for (const entry of list ?? []) {
      if (typeof entry !== 'object' || entry === null) return undefined;
      if (isExact && Object.keys(entry).some((name) => !names.has(name))) return undefined;
      const read = readEntry(entry as Record<string, unknown>);
      if (!('input' in read)) return undefined;
      inputs.push(read.input);
    }
    return list && inputs;
  };
}

/** Checks by class-validator itself if one of the constraints has no function here. */
function compileChecks(type: InputClass, name: string, ofType: readonly Constraint[]): Check {
  const constraints = ofType.filter((entry) => entry.propertyName === name && entry.type !== 'conditionalValidation');
  if (constraints.some((entry) => !COMPILED[entry.name ?? '']))
    return (value) => validateSync(Object.assign(new type(), { [name]: value }), { skipMissingProperties: true }).length === 0;
  const checks = constraints.map((entry) => COMPILED[entry.name!]!(entry.constraints ?? []));
  return (value) => checks.every((check) => check(value));
}
