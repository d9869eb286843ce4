import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../../platform/crypto/key-ring.js';
import type { Keys } from '../../../../platform/crypto/sealed-columns.js';

/** What decides whom a session speaks for, and how long. */
interface Sealed {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly grants: string | null;
  readonly expires: number;
  readonly createdAt: number;
}

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

/** A row that was changed keeps the MAC that does not fit it. */
export function sealedAnew(row: Sealed & { readonly mac: string }, { ring }: Keys): string {
  const sessionSeal = new SessionSeal(ring);
  return sessionSeal.fits(row) ? sessionSeal.seal(row) : row.mac;
}

function textOf({ id, userId, publicKey, grants, expires, createdAt }: Sealed): string {
  return JSON.stringify([id, userId, publicKey, grants !== null, grants, expires, createdAt]);
}
