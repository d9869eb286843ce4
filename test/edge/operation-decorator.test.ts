import 'reflect-metadata';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import type { Caller, MoneyCaller, Visitor } from '../../src/kernel/caller.js';
import { failures } from '../../src/kernel/failure.js';
import { NoInput, Text } from '../../src/platform/http/input.decorators.js';
import { on, Operation } from '../../src/platform/http/operation.decorator.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import type { EchoInput as TypeOnlyInput } from './support/echo.operations.js';

const testFailures = failures('test', { busy: ['conflict', 'Busy'] });

const asReturned = (result: unknown) => result;

class NameInput {
  @Text() name: string;
}
class UndecoratedInput {
  name: string;
}
interface InterfaceInput {
  readonly name: string;
}

/** The registry of an application with this one provider. */
function registryOf(instance: object): OperationRegistry {
  const discovery = { getProviders: () => [{ instance }] } as unknown as DiscoveryService;
  const registry = new OperationRegistry(discovery, new MetadataScanner());
  registry.onModuleInit();
  return registry;
}

describe('the registry of operations', () => {
  it('takes an input class with fields, NoInput, and a handler without parameters', () => {
    class Operations {
      @Operation('test_named', { method: 'GET', access: 'none', present: asReturned })
      named(input: NameInput) {
        return { ...input };
      }
      @Operation('test_empty', { method: 'GET', access: 'none', present: asReturned })
      empty(_: NoInput) {
        return {};
      }
      @Operation('test_bare', { method: 'GET', access: 'none', present: asReturned })
      bare() {
        return {};
      }
    }
    const inputs = registryOf(new Operations()).all();
    expect(inputs.map(({ inputClass }) => inputClass)).toEqual([NameInput, NoInput, NoInput]);
  });

  it('refuses an input class without decorated fields', () => {
    class Operations {
      @Operation('test_undecorated', { method: 'GET', access: 'none', present: asReturned })
      run(input: UndecoratedInput) {
        return { ...input };
      }
    }
    expect(() => registryOf(new Operations())).toThrow('test_undecorated takes UndecoratedInput, which declares no fields');
  });

  it('refuses an input class that is imported as a type', () => {
    class Operations {
      @Operation('test_type_only', { method: 'GET', access: 'none', present: asReturned })
      run(input: TypeOnlyInput) {
        return { ...input };
      }
    }
    expect(() => registryOf(new Operations())).toThrow('test_type_only has no input class at run time');
  });

  it('refuses an interface as the input', () => {
    class Operations {
      @Operation('test_interface', { method: 'GET', access: 'none', present: asReturned })
      run(input: InterfaceInput) {
        return { ...input };
      }
    }
    expect(() => registryOf(new Operations())).toThrow('test_interface has no input class at run time');
  });

  it('refuses a failure that is declared twice', () => {
    class Operations {
      @Operation('test_failures', {
        method: 'GET',
        access: 'none',
        failures: [on(testFailures.busy), on(testFailures.busy, { code: 400 })],
        present: asReturned,
      })
      run(_: NoInput) {
        return {};
      }
    }
    expect(() => registryOf(new Operations())).toThrow('test_failures declares test.busy twice');
  });
});

/** Compiled by `npm run check`: each line below an expected error must not compile. */
export class CompileTimeChecks {
  @Operation('test_money', { method: 'POST', access: 'signed', effect: 'money', present: asReturned })
  money(_: NoInput, caller: MoneyCaller) {
    return caller.userId;
  }

  @Operation('test_signed', { method: 'GET', access: 'signed', present: asReturned })
  signed(_: NoInput, { userId }: Caller) {
    return userId;
  }

  @Operation('test_open', { method: 'GET', access: 'none', present: asReturned })
  open(_: NoInput, { ip }: Visitor) {
    return ip;
  }

  // @ts-expect-error a money operation needs the idempotency key of its caller
  @Operation('test_money_caller', { method: 'POST', access: 'signed', effect: 'money', present: asReturned })
  moneyOfCaller(_: NoInput, caller: Caller) {
    return caller.userId;
  }

  // @ts-expect-error a money operation needs its caller
  @Operation('test_money_alone', { method: 'POST', access: 'signed', effect: 'money', present: asReturned })
  moneyOfNobody(_: NoInput) {
    return {};
  }

  // @ts-expect-error only money operations have an idempotency key
  @Operation('test_signed_money', { method: 'POST', access: 'signed', present: asReturned })
  signedWithMoneyCaller(_: NoInput, caller: MoneyCaller) {
    return caller.userId;
  }

  // @ts-expect-error a session is known
  @Operation('test_signed_visitor', { method: 'GET', access: 'admin', permission: null, present: asReturned })
  staffAsVisitor(_: NoInput, { ip }: Visitor) {
    return ip;
  }

  // @ts-expect-error nobody is signed in
  @Operation('test_open_caller', { method: 'GET', access: 'none', present: asReturned })
  openWithCaller(_: NoInput, caller: Caller) {
    return caller.userId;
  }

  // @ts-expect-error the presenter takes something else than the handler returns
  @Operation('test_presented', { method: 'GET', access: 'none', present: (id: number) => ({ id }) })
  wrongResult(_: NoInput) {
    return 'one';
  }

  // @ts-expect-error a staff operation declares its permission
  @Operation('test_permission', { method: 'GET', access: 'admin', present: asReturned })
  withoutPermission(_: NoInput) {
    return {};
  }

  // @ts-expect-error only staff have permissions
  @Operation('test_grant', { method: 'GET', access: 'signed', permission: 'a.b', present: asReturned })
  permissionOfUser(_: NoInput) {
    return {};
  }

  // @ts-expect-error money moves only with a session
  @Operation('test_open_money', { method: 'POST', access: 'none', effect: 'money', present: asReturned })
  openMoney(_: NoInput, caller: MoneyCaller) {
    return caller.userId;
  }

  // @ts-expect-error every operation declares its presenter
  @Operation('test_unpresented', { method: 'GET', access: 'none' })
  unpresented(_: NoInput) {
    return {};
  }

  // @ts-expect-error a failure is declared by its definition
  @Operation('test_loose_failure', { method: 'GET', access: 'none', failures: ['test.busy'], present: asReturned })
  looseFailure(_: NoInput) {
    return {};
  }

  // @ts-expect-error a failure that the context does not define
  @Operation('test_unknown_failure', { method: 'GET', access: 'none', failures: [on(testFailures.idle)], present: asReturned })
  unknownFailure(_: NoInput) {
    return {};
  }

  // @ts-expect-error an option that does not exist
  @Operation('test_option', { method: 'GET', access: 'none', missin: 400, present: asReturned })
  unknownOption(_: NoInput) {
    return {};
  }
}
