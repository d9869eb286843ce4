import { toSeconds } from '../../kernel/clock.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { on } from '../../platform/http/operation.decorator.js';
import type { LoginRecord, SessionOverview, Credentials } from './sessions.js';
import type { Reclaimed } from './cooling-off.js';
import { signInFailures } from './failures.js';

/** Answers of every operation that spends to the refusals of PaymentAuthorisation. */
export const PAYMENT_FAILURES = [
  on(signInFailures.email_unverified, { code: 400, id: 'email_unverified' }),
  on(signInFailures.cooling_off, { code: 400, id: 'cooling_off' }),
  on(signInFailures.pin_required, { code: 400, id: 'pinc_required' }),
  on(signInFailures.wrong_pin, { code: 400, id: 'pinc_invalid' }),
  on(signInFailures.pin_locked, { code: 429, id: 'pinc_locked' }),
  on(signInFailures.pin_blocked, { code: 403, id: 'pinc_blocked' }),
  on(signInFailures.pin_untrusted, { code: 403, id: 'pinc_untrusted' }),
];

export function presentCredentials({ sessionId, userId, secret, publicKey, expires }: Credentials) {
  return { marker: sessionId, userid: userId, secret, pbcKey: publicKey, expires: String(toSeconds(expires)) };
}

export function presentRotation({ sessionId, secret, expires }: Pick<Credentials, 'sessionId' | 'secret' | 'expires'>) {
  return { marker: sessionId, secret, expires: String(toSeconds(expires)) };
}

export function presentReset(reclaimed: Reclaimed) {
  return presentWait('Your password was reset', reclaimed);
}

export function presentPinUpdate(reclaimed: Reclaimed) {
  const isWaiting = reclaimed.coolingOffUntil > 0;
  return presentWait(isWaiting ? 'Your transaction PIN has ended' : 'Your transaction PIN was updated', reclaimed);
}

function presentWait(what: string, { coolingOffUntil, description }: Reclaimed) {
  return { COMMENT: description === '' ? what : `${what}. ${description}`, coolingOff: presentCoolingOff(coolingOffUntil) };
}

export function presentCoolingOff(until: number): string {
  return until === 0 ? '' : String(toSeconds(until));
}

interface ShownSession {
  readonly session: SessionOverview;
  readonly isCurrent: boolean;
}

export function presentSessions(sessions: readonly ShownSession[]) {
  return { result: sessions.map(presentSession) };
}

function presentSession({ session, isCurrent }: ShownSession) {
  return {
    marker: session.id,
    device: session.device.name,
    type: session.device.type,
    ip: session.ip,
    city: session.city,
    country: session.country,
    recorded: String(session.createdAt),
    activeTime: String(session.activeAt),
    current: isCurrent,
  };
}

export const LOGIN_KEYS: ListKeys<LoginRecord> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    outcome: ({ outcome }) => outcome,
    country: ({ country, city }) => `${country} ${city}`,
    city: ({ city }) => city,
    ip: ({ ip }) => ip,
    devname: ({ device }) => device.name,
  },
};

export function presentLogin({ id, userId, ip, city, country, device, outcome, createdAt }: LoginRecord) {
  return {
    marker: id,
    userid: userId,
    ip,
    city,
    country,
    devname: device.name,
    devType: device.type,
    devNumr: device.serial,
    outcome,
    recorded: String(createdAt),
  };
}
