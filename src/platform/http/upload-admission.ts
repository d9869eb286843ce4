import { Injectable } from '@nestjs/common';
import { networkOf } from '../../kernel/addresses.js';
import { Failure } from '../../kernel/failure.js';
import { Authentication, ProvenKeys } from './authentication.js';
import { BodyBudget, type BodyPart, DiskBudget } from './body-budget.js';
import { edgeFailures } from './edge.failures.js';
import type { WireRequest } from './wire.js';

/** On disk for all unfinished uploads of a key that is not proven. */
const UNPROVEN_BYTES = 1_048_576;
const FULL = 'Too many unfinished uploads, please wait until one has ended';

export type UploadRequest = Pick<WireRequest, 'method' | 'target' | 'headers' | 'ip'>;

/**
 * Decides where bytes of an upload wait until its signature can be checked, which takes all of them. A key is no secret, so one
 * that signed nothing from this network lately has a megabyte on disk, and the rest of its upload waits in the memory for bodies.
 */
@Injectable()
export class UploadAdmission {
  private readonly unproven = new Map<string, number>();

  constructor(
    private readonly authentication: Authentication,
    private readonly proven: ProvenKeys,
    private readonly disk: DiskBudget,
    private readonly memory: BodyBudget,
  ) {}

  open(request: UploadRequest): UploadPart {
    const key = String(request.headers['svc-securekey']);
    const isProven = this.proven.has(key, networkOf(request.ip));
    return new UploadPart(
      this.disk.open(key, request.ip),
      this.memory.open(key, request.ip),
      (bytes) => isProven || this.takeUnproven(key, bytes),
      (hash) => this.authentication.isSigned(request, hash),
    );
  }

  private takeUnproven(key: string, bytes: number): boolean {
    const held = (this.unproven.get(key) ?? 0) + bytes;
    if (bytes > 0 && held > UNPROVEN_BYTES) return false;
    if (held <= 0) this.unproven.delete(key);
    else this.unproven.set(key, held);
    return true;
  }
}

export class UploadPart {
  private readonly tail: Buffer[] = [];
  private unprovenBytes = 0;

  constructor(
    private readonly disk: BodyPart,
    private readonly memory: BodyPart,
    private readonly takeUnproven: (bytes: number) => boolean,
    readonly isSigned: (bodyHash: string) => Promise<boolean>,
  ) {}

  /** True if the chunk may go to the disk; otherwise it is kept here. @throws Failure `edge.too_many`, `edge.bodies_full` */
  admit(chunk: Buffer): boolean {
    if (this.tail.length === 0 && this.takeUnproven(chunk.length)) {
      this.unprovenBytes += chunk.length;
      refuse(this.disk.add(chunk));
      return true;
    }
    refuse(this.memory.add(chunk));
    this.tail.push(chunk);
    return false;
  }

  /** The chunks that were kept, for the disk. */
  takeTail(): Buffer[] {
    const tail = this.tail.splice(0);
    for (const chunk of tail) refuse(this.disk.add(chunk));
    this.memory.release();
    return tail;
  }

  /** More than once is harmless. */
  release(): void {
    this.tail.length = 0;
    this.takeUnproven(-this.unprovenBytes);
    this.unprovenBytes = 0;
    this.disk.release();
    this.memory.release();
  }
}

function refuse(failure: Failure | undefined): void {
  if (failure?.is(edgeFailures.too_many))
    throw new Failure(edgeFailures.too_many, { text: FULL, retryAfterSeconds: failure.retryAfterSeconds });
  if (failure) throw failure;
}
