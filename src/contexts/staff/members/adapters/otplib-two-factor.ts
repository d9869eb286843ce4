import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { generateSecret, generateSync, generateURI } from 'otplib';
import { TwoFactor } from '../second-factors.js';

const ISSUER = 'Harmattan';
const STEP_SECONDS = 30;

@Injectable()
export class OtplibTwoFactor extends TwoFactor {
  drawSecret(): string {
    return generateSecret({ length: 20 });
  }

  link(secret: string, account: string): string {
    return generateURI({ issuer: ISSUER, label: account, secret });
  }

  stepOf(secret: string, code: string, now: number): number | undefined {
    const present = Math.floor(now / 1000 / STEP_SECONDS);
    return [present - 1, present, present + 1].find((step) => isSame(codeAt(secret, step), code));
  }
}

function codeAt(secret: string, step: number): string {
  return generateSync({ secret, epoch: step * STEP_SECONDS, period: STEP_SECONDS });
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
