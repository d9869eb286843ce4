import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../../platform/crypto/key-ring.js';
import type { SessionRow } from './session.row.js';

/** What decides whom a session speaks for, and how long. */
type Sealed = Pick<SessionRow, 'id' | 'userId' | 'publicKey' | 'grants' | 'expires' | 'createdAt'>;

const PURPOSE = 'session rows';

/** A MAC over a session's row, so that nobody becomes another user, or staff, by a change in the database. */
@Injectable()
export class SessionSeal {
  constructor(private readonly ring: KeyRing) {}

  seal(session: Sealed): string {
    return this.ring.mac(PURPOSE, textOf(session));
  }

  fits(session: Sealed & { readonly mac: string }): boolean {
    return this.ring.verifyMac(PURPOSE, textOf(session), session.mac);
  }
}

function textOf({ id, userId, publicKey, grants, expires, createdAt }: Sealed): string {
  return JSON.stringify([id, userId, publicKey, grants !== null, grants, expires, createdAt]);
}
