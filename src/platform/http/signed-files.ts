import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { Authentication } from './authentication.js';
import { rawBodyHash } from './signature.js';
import type { WireRequest } from './wire.js';

const NOTHING = new Uint8Array();

/** Finds the signer of a request for a file, which is no operation. */
@Injectable()
export class SignedFiles {
  constructor(private readonly authentication: Authentication) {}

  /** Undefined where no live session signed it just now. */
  async sessionOf(request: Pick<WireRequest, 'method' | 'target' | 'headers'>): Promise<string | undefined> {
    try {
      return (await this.authentication.signer(request, rawBodyHash(NOTHING)))?.id;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
      throw error;
    }
  }
}
