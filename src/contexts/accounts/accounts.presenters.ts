import { toSeconds } from '../../kernel/clock.js';
import { lagosDate, lagosTime } from '../../kernel/lagos-time.js';
import { toNaira } from '../../kernel/money.js';
import { type Profile, rewardLevel } from './profile.js';
import { presentStanding } from '../tariffs/tariffs.presenters.js';
import { presentCoolingOff } from '../sign-in/sign-in.presenters.js';

export function presentClosing(closesAt: number) {
  return {
    COMMENT: `Your account closes on ${lagosDate(closesAt)}; signing in before undoes it`,
    expires: String(toSeconds(closesAt)),
  };
}

export function presentProfile({ account, balanceKobo, figures, referralCount, hasPin, coolingOffUntil, standing }: Profile) {
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
    coolingOff: presentCoolingOff(coolingOffUntil),
    ...presentStanding(standing),
    referralCode: account.referenceId,
    referrerid: account.referrerId ?? '',
    activeDate: lagosDate(account.activeAt),
    activeTime: lagosTime(account.activeAt),
    status: account.status,
    recorded: String(account.createdAt),
  };
}

/** @param waits a new name is with staff */
export function presentUpdated(waits: boolean) {
  return { COMMENT: waits ? 'Our staff look at your new name, and we tell you what they decide' : 'Your profile was updated' };
}
