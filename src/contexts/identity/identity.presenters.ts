import { toSeconds } from '../../kernel/clock.js';
import { lagosDate, lagosTime } from '../../kernel/lagos-time.js';
import { toNaira } from '../../kernel/money.js';
import { on } from '../../platform/http/operation.decorator.js';
import type { LoginRecord } from './application/ports/login-records.js';
import type { SessionOverview } from './application/ports/sessions.js';
import type { Profile } from './application/show-profile.js';
import { identityFailures } from './domain/identity.failures.js';
import { rewardLevel } from './domain/reward-level.js';
import type { Credentials } from './domain/session.js';

/** How every operation that spends answers what PaymentAuthorisation refuses. */
export const PAYMENT_FAILURES = [
  on(identityFailures.email_unverified, { code: 400, id: 'email_unverified' }),
  on(identityFailures.pin_required, { code: 400, id: 'pinc_required' }),
  on(identityFailures.wrong_pin, { code: 400, id: 'pinc_invalid' }),
  on(identityFailures.pin_locked, { code: 429, id: 'pinc_locked' }),
  on(identityFailures.pin_blocked, { code: 403, id: 'pinc_blocked' }),
];

export function presentCredentials({ sessionId, userId, secret, publicKey, expires }: Credentials) {
  return { marker: sessionId, userid: userId, secret, pbcKey: publicKey, expires: String(toSeconds(expires)) };
}

export function presentRotation({ sessionId, secret, expires }: Pick<Credentials, 'sessionId' | 'secret' | 'expires'>) {
  return { marker: sessionId, secret, expires: String(toSeconds(expires)) };
}

export function presentClosing(closesAt: number) {
  return {
    COMMENT: `Your account closes on ${lagosDate(closesAt)}; signing in before undoes it`,
    expires: String(toSeconds(closesAt)),
  };
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

export function presentProfile({ account, balanceKobo, figures, referralCount, hasPin }: Profile) {
  return {
    marker: account.id,
    username: account.username,
    firstName: account.firstName,
    lastName: account.lastName,
    phoneNumber: account.phoneNumber,
    emailAddress: account.email,
    phoneVerify: account.phoneVerified ? 'verified' : 'unverified',
    emailVerify: account.emailVerified ? 'verified' : 'unverified',
    identVerify: account.identityVerified ? 'verified' : 'unverified',
    balance: toNaira(balanceKobo),
    rewardTotal: toNaira(figures.rewardTotalKobo),
    rewardPoint: figures.rewardPoint,
    rewardValue: toNaira(figures.rewardValueKobo),
    tradeVolume: toNaira(figures.tradeVolumeKobo),
    tradeCounts: figures.tradeCounts,
    referralCount,
    referralBonus: toNaira(figures.referralBonusKobo),
    rewardPackage: 'standard',
    rewardLevel: rewardLevel(figures.rewardPoint),
    passcode: hasPin ? 'active' : 'inactive',
    referralCode: account.referenceId,
    referrerid: account.referrerId ?? '',
    activeDate: lagosDate(account.activeAt),
    activeTime: lagosTime(account.activeAt),
    status: account.status,
    recorded: String(account.createdAt),
  };
}

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
