import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { HttpEnvironment } from '../platform/http/http.settings.js';
import { isFromThisMachine, isLoopbackHost } from '../platform/http/this-machine.js';
import { SandboxEnvironment } from './sandbox.settings.js';

/**
 * Readers of mails with codes: holders of SANDBOX_TOKEN, or without that setting a browser on this machine, unless the service is
 * set up to be reached from elsewhere.
 */
@Injectable()
export class SandboxAccess {
  constructor(
    private readonly settings: SandboxEnvironment,
    private readonly http: HttpEnvironment,
  ) {}

  /** The page's own header keeps other sites from sending requests, and the name of the host those that have theirs resolve to this machine. */
  allows({ headers, socket }: FastifyRequest): boolean {
    if (headers['x-sandbox-page'] !== '1') return false;
    const { SANDBOX_TOKEN: token } = this.settings;
    if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
    const { publicUrl, trustedProxies, isReachedByUnknownNames } = this.http;
    if (isReachedByUnknownNames || trustedProxies.length > 0 || !isLoopbackHost(new URL(publicUrl).host)) return false;
    return isFromThisMachine({ headers, socket }) && isLoopbackHost(headers.host ?? '');
  }
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
