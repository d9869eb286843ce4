import { Injectable } from '@nestjs/common';
import { OperationRegistry } from './operation-registry.js';
import { SessionDirectory } from './session-directory.js';
import { isPublicKey } from './signature.js';
import { BODY_LIMIT_BYTES, namedAction, type WireRequest } from './wire.js';

/** How much of a body is received, which is decided before its request reaches the pipeline. */
@Injectable()
export class BodyLimits {
  constructor(
    private readonly registry: OperationRegistry,
    private readonly sessions: SessionDirectory,
  ) {}

  /** Largest body that the operation named in the target takes. */
  bodyLimitBytes(target: string, pathAction: string | undefined): number {
    return this.registry.find(namedAction(target, pathAction) ?? '')?.spec.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  }

  /** Largest file of a multipart body for the operation named in the target; undefined where it takes none. */
  uploadLimitBytes(target: string, pathAction: string | undefined): number | undefined {
    return this.registry.find(namedAction(target, pathAction) ?? '')?.spec.uploadLimitBytes;
  }

  /** Whether a session has the public key that these headers name; without one the signature cannot be right. */
  async namesSession({ headers }: Pick<WireRequest, 'headers'>): Promise<boolean> {
    const key = headers['svc-securekey'];
    return typeof key === 'string' && isPublicKey(key) && (await this.sessions.find(key)) !== undefined;
  }
}
