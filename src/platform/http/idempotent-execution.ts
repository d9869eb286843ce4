import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Caller, type IdempotencyKey, type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { IdempotencyRecords, type StoredRefusal, type StoredResult } from '../../kernel/idempotency-records.js';
import { edgeFailures } from './edge.failures.js';
import type { RequestContext } from './request-context.js';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/** Runs a money operation at most once for its idempotency key; a repeat gets the stored result. */
@Injectable()
export class IdempotentExecution {
  constructor(private readonly records: IdempotencyRecords) {}

  async execute(context: RequestContext): Promise<void> {
    const key = idempotencyKeyOf(context);
    const result = await this.resultOf(context, key);
    if (result instanceof Replayed) replay(result, key, context);
    else context.result = result;
  }

  private async resultOf({ operation, input, caller }: RequestContext, key: IdempotencyKey): Promise<unknown> {
    try {
      return await operation.handle(input, moneyCaller(caller!, key));
    } catch (error) {
      if (!(error instanceof Failure) || error.remembered) throw error;
      // The handler refused before the ledger could recognise the repeat.
      const replayed = await this.records.find(key);
      if (replayed) return replayed;
      if (error.kind === 'refused') await this.records.refuse(key, { name: error.failure, text: error.message });
      throw error;
    }
  }
}

/** @throws Failure the stored refusal, or why the key does not fit this request */
function replay({ record }: Replayed, key: IdempotencyKey, context: RequestContext): void {
  if (record.fingerprint !== key.fingerprint) throw new Failure(edgeFailures.idempotency_mismatch);
  if (record.state === 'pending') throw new Failure(edgeFailures.idempotency_in_progress, { retryAfterSeconds: 2 });
  context.headers['idempotency-replayed'] = 'true';
  if (record.state === 'forgotten') throw new Failure(edgeFailures.idempotency_forgotten);
  if (record.state === 'refused') {
    const { name, text } = record.response as StoredRefusal;
    throw new Failure({ name, kind: 'refused', text });
  }
  context.result = (record.response as StoredResult).result;
}

/** The Idempotency-Key header, else the signature; the fingerprint detects other parameters under the same key. */
function idempotencyKeyOf({ operation, caller, authenticated, input }: RequestContext): IdempotencyKey {
  const { idempotencyKey, signature } = authenticated!;
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) throw new Failure(edgeFailures.idempotency_key);
  return {
    scope: caller!.userId,
    action: operation.action,
    key: idempotencyKey === undefined ? `mac:${signature.slice(0, 64)}` : `key:${digestOf(idempotencyKey)}`,
    fingerprint: digestOf(JSON.stringify(withoutProofs(input as Readonly<Record<string, unknown>>, operation.proofs))),
  };
}

/** A PIN must not be stored, not even in a digest, and a repeat may bring another one. */
function withoutProofs(input: Readonly<Record<string, unknown>>, proofs: readonly string[]): object {
  if (!proofs.some((name) => input[name] !== undefined)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !proofs.includes(name)));
}

/** Field by field, because V8 builds a spread object with one more field slowly. */
function moneyCaller(caller: Caller, idempotencyKey: IdempotencyKey): MoneyCaller {
  const { ip, reference, userId, sessionId, isTest, grants, newDevice } = caller;
  return { ip, reference, userId, sessionId, isTest, grants, newDevice, idempotencyKey };
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}
