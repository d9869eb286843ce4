import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { providerInstances } from '../registry/discovered-contributions.js';
import { compileInput, type ReadInput } from './input-compiler.js';
import { fieldsOf, NoInput } from './input.decorators.js';
import type { Query } from './wire.js';
import { OPERATION, type Effect, type LimitClass, type OperationMetadata, type OperationSpec } from './operation.decorator.js';

type Handler = (input: object, caller: unknown) => unknown;

export interface RegisteredOperation {
  readonly action: string;
  readonly spec: OperationSpec;
  readonly effect: Effect;
  readonly limit: LimitClass;
  readonly source: 'query' | 'body';
  readonly inputClass: new () => object;
  /** Parameters that are no part of the request itself. */
  readonly proofs: readonly string[];
  readonly limitSubject: ((query: Query) => string | undefined) | undefined;
  readonly readInput: ReadInput;
  readonly handle: Handler;
  readonly present: (result: unknown) => unknown;
}

/** All operations, collected from the decorators when the modules are initialised. */
@Injectable()
export class OperationRegistry implements OnModuleInit {
  private readonly operations = new Map<string, RegisteredOperation>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    for (const instance of providerInstances(this.discovery)) {
      const prototype = Object.getPrototypeOf(instance) as object | null;
      if (!prototype) continue;
      for (const method of this.scanner.getAllMethodNames(prototype)) this.register(instance, prototype, method);
    }
  }

  find(action: string): RegisteredOperation | undefined {
    return this.operations.get(action);
  }

  all(): RegisteredOperation[] {
    return [...this.operations.values()];
  }

  private register(instance: object, prototype: object, method: string): void {
    const handler = (prototype as Record<string, unknown>)[method];
    if (typeof handler !== 'function') return;
    const mark = Reflect.getMetadata(OPERATION, handler) as OperationMetadata | undefined;
    if (!mark) return;
    const { action, spec } = mark;
    if (this.operations.has(action)) throw new Error(`operation ${action} is declared twice`);
    if (spec.access === 'admin' && spec.permission === undefined) throw new Error(`operation ${action} declares no permission`);
    if (spec.optionalSession && (spec.access !== 'none' || spec.method !== 'GET'))
      throw new Error(
        `operation ${action} has an optional session, which only open GET operations may have, because nothing guards it from replays`,
      );
    const effect = spec.effect ?? (spec.method === 'GET' ? 'read' : 'write');
    const inputClass = inputClassOf(action, prototype, method);
    refuseRepeatedFailures(action, spec);
    this.operations.set(action, {
      action,
      spec,
      effect,
      limit: spec.limit ?? effect,
      source: spec.source ?? (spec.method === 'GET' || spec.method === 'DELETE' ? 'query' : 'body'),
      inputClass,
      proofs: fieldsOf(inputClass)
        .filter(({ isProof }) => isProof)
        .map(({ name }) => name),
      limitSubject: spec.limitSubject && ((query) => spec.limitSubject!(instance as never, query)),
      readInput: compileInput(inputClass),
      handle: (handler as Handler).bind(instance),
      present: spec.present as (result: unknown) => unknown,
    });
  }
}

/** @throws Error where the first parameter is no input class, because nothing would be validated */
function inputClassOf(action: string, prototype: object, method: string): new () => object {
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as (new () => object)[] | undefined;
  const [inputClass = NoInput] = types ?? [Object];
  if (inputClass === Object || (inputClass as unknown) === Function)
    throw new Error(`operation ${action} has no input class at run time: import the class without \`type\``);
  if (inputClass !== NoInput && fieldsOf(inputClass).length === 0)
    throw new Error(`operation ${action} takes ${inputClass.name}, which declares no fields; NoInput stands for no parameters`);
  return inputClass;
}

function refuseRepeatedFailures(action: string, { failures = [] }: OperationSpec): void {
  const names = failures.map(({ definition }) => definition.name);
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (repeated !== undefined) throw new Error(`operation ${action} declares ${repeated} twice`);
}
