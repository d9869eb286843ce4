import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../../../kernel/clock.js';
import { KeyRing } from '../../../../platform/crypto/key-ring.js';
import { type CodeProof, CodeProofs, type SessionOfStaff } from '../second-factors.js';

const LIFE_MS = 5 * MINUTE_MS;
const PURPOSE = 'proofs of codes';

/** `<unix ms>.<MAC>`: nothing is stored, and for another session or person it is worth nothing. */
@Injectable()
export class KeyedCodeProofs extends CodeProofs {
  constructor(
    private readonly ring: KeyRing,
    private readonly clock: Clock,
  ) {
    super();
  }

  make(caller: SessionOfStaff): CodeProof {
    const expires = this.clock.now() + LIFE_MS;
    return { proof: `${expires}.${this.ring.mac(PURPOSE, textOf(expires, caller))}`, expires };
  }

  isGood(proof: string, caller: SessionOfStaff): boolean {
    const [, time = '', mac = ''] = /^(\d{13})\.(.+)$/.exec(proof) ?? [];
    const now = this.clock.now();
    const expires = Number(time);
    return expires > now && expires <= now + LIFE_MS && this.ring.verifyMac(PURPOSE, textOf(expires, caller), mac);
  }
}

function textOf(expires: number, { userId, sessionId }: SessionOfStaff): string {
  return `${expires} ${userId} ${sessionId}`;
}
