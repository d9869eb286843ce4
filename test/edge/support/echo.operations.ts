import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { type Caller, type MoneyCaller, Replayed, type Visitor } from '../../../src/kernel/caller.js';
import { failures, Failure } from '../../../src/kernel/failure.js';
import { storedResult } from '../../../src/kernel/idempotency-records.js';
import type { Kobo } from '../../../src/kernel/money.js';
import { Amount, Choice, LongText, NoInput, Optional, RequestType, Text } from '../../../src/platform/http/input.decorators.js';
import { Operation } from '../../../src/platform/http/operation.decorator.js';
import type { FakeLedger } from '../../support/fake-ledger.js';

export const echoFailures = failures('echo', { refused: ['refused', 'The echo says no'], busy: ['conflict', 'Busy'] });

export class EchoInput {
  @Text() name: string;
  @Optional() @LongText() note?: string;
  @Optional() @Choice(['low', 'high'], { default: 'low' }) pitch?: string;
}

export class TypedInput {
  @RequestType(['one', 'two']) rqtp: string;
  @Optional() @Text() rqvl?: string;
}

export class PayInput {
  @Text() to: string;
  @Amount() amount: Kobo;
}

const asReturned = (result: unknown) => result;

interface Payment {
  readonly amountKobo: Kobo;
  readonly number: number;
}

function presentPayment({ amountKobo, number }: Payment) {
  return { paid: amountKobo, number };
}

function responseOf(to: string, payment: Payment): unknown {
  return to === 'later' ? undefined : storedResult(payment);
}

/** Operations of every kind, with nothing behind them. */
@Injectable()
export class EchoOperations {
  effects = 0;
  visitors: (Visitor | Caller)[] = [];
  slow: (() => void)[] = [];

  constructor(private readonly ledger: FakeLedger) {}

  @Operation('echo_open', { method: 'POST', access: 'none', limit: 'login', missing: 401, present: asReturned })
  open(input: EchoInput, visitor: Visitor) {
    this.visitors.push(visitor);
    return { ...input };
  }

  @Operation('echo_find', { method: 'GET', access: 'none', limit: 'read', missing: null, present: asReturned })
  find(input: EchoInput, visitor: Visitor) {
    this.visitors.push(visitor);
    return { ...input };
  }

  @Operation('echo_read', { method: 'GET', access: 'signed', present: asReturned })
  read(_: NoInput, caller: Caller) {
    return { userid: caller.userId };
  }

  @Operation('echo_typed', { method: 'GET', access: 'signed', missing: 400, present: asReturned })
  typed(input: TypedInput) {
    return { ...input };
  }

  @Operation('echo_write', { method: 'POST', access: 'signed', present: asReturned })
  write(input: EchoInput) {
    this.effects++;
    return { ...input };
  }

  @Operation('echo_large', { method: 'POST', access: 'signed', bodyLimitBytes: 14 * 1_048_576, present: asReturned })
  large(_: NoInput) {
    return { COMMENT: 'read' };
  }

  @Operation('echo_end', { method: 'GET', access: 'signed', effect: 'write', present: asReturned })
  end(_: NoInput) {
    this.effects++;
    return { COMMENT: 'ended' };
  }

  @Operation('echo_remove', { method: 'DELETE', access: 'signed', present: asReturned })
  remove(_: NoInput) {
    this.effects++;
    return { COMMENT: 'removed' };
  }

  @Operation('echo_pay', { method: 'POST', access: 'signed', effect: 'money', missing: 400, present: presentPayment })
  async pay({ to, amount }: PayInput, caller: MoneyCaller) {
    if (to === 'nobody') throw new Failure(echoFailures.refused);
    if (to === 'busy') throw new Failure(echoFailures.busy);
    if (to === 'fault') throw new Error('broken');
    const payment: Payment = { amountKobo: amount, number: to === 'later' ? 0 : ++this.effects };
    const done = await this.ledger.commit({ idempotencyKey: caller.idempotencyKey, response: responseOf(to, payment) });
    return done instanceof Replayed ? done : payment;
  }

  @Operation('echo_staff', { method: 'GET', access: 'admin', permission: 'userControl.getDataList', present: asReturned })
  staff(_: NoInput, caller: Caller) {
    return { userid: caller.userId };
  }

  @Operation('echo_tested', {
    method: 'POST',
    access: 'signed',
    testAccounts: { code: 401, msg: 'test_account' },
    present: asReturned,
  })
  tested(_: NoInput) {
    return { COMMENT: 'done' };
  }

  @Operation('echo_hook', {
    method: 'POST',
    access: 'none',
    limit: 'webhook',
    limitSubject: (_: EchoOperations, { provider }) => (provider === 'sandbox' ? provider : undefined),
    present: asReturned,
  })
  hook(_: NoInput, visitor: Visitor) {
    return { bytes: visitor.raw!.body.length };
  }

  @Operation('echo_fault', { method: 'POST', access: 'none', present: asReturned })
  fault({ name }: EchoInput): never {
    const driver = Object.assign(new Error(`Duplicate entry '${name}' for key 'users.email'`), {
      code: 'ER_DUP_ENTRY',
      errno: 1062,
      sql: `INSERT INTO users VALUES ('${name}')`,
    });
    throw new QueryFailedError('INSERT INTO users VALUES (?)', [name], driver);
  }

  /** Answers when `release` is called. */
  @Operation('echo_slow', { method: 'GET', access: 'none', present: asReturned })
  async wait(_: NoInput) {
    await new Promise<void>((resolve) => this.slow.push(resolve));
    return { COMMENT: 'at last' };
  }

  release(): void {
    for (const resolve of this.slow.splice(0)) resolve();
  }
}
