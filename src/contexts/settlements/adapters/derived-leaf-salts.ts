import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../platform/crypto/key-ring.js';
import { LeafSalts } from '../application/ports.js';

/** From APP_KEY, so that a list of the same day is the same at every time until the key is another one. */
@Injectable()
export class DerivedLeafSalts extends LeafSalts {
  constructor(private readonly keys: KeyRing) {
    super();
  }

  of(day: string, user: string): Buffer {
    return createHmac('sha256', this.keys.current('safeguarding salts').bytes).update(`${day} ${user}`).digest();
  }
}
