import { Injectable } from '@nestjs/common';
import { OperationRegistry } from './operation-registry.js';
import { SessionDirectory } from './session-directory.js';
import { isPublicKey } from './signature.js';
import { BODY_LIMIT_BYTES, namedAction, type WireRequest } from './wire.js';

/** Limits of bodies, decided before the request reaches the pipeline. */
@Injectable()
export class BodyLimits {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly sessions: SessionDirectory,
  ) {}

  bodyLimitBytes(request: WireRequest): number {
    return this.registry.find(namedAction(request) ?? '')?.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  }

  /** Undefined where the operation takes no multipart body. */
  uploadLimitBytes(request: WireRequest): number | undefined {
    return this.registry.find(namedAction(request) ?? '')?.spec.uploadLimitBytes;
  }

  /** False where the signature cannot be valid. */
  async namesSession({ headers }: Pick<WireRequest, 'headers'>): Promise<boolean> {
    const key = headers['svc-securekey'];
    return typeof key === 'string' && isPublicKey(key) && (await this.sessions.find(key)) !== undefined;
  }
}
