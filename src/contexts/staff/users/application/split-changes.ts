import type { AccountChanges, AccountDetails } from '../../../sign-in/index.js';

interface SplitChanges {
  readonly atOnce: AccountChanges;
  readonly waiting: AccountChanges;
}

/**
 * Who somebody is and which phone is theirs takes two members of staff: whoever sets both alone takes an account over. A name is that of
 * a person once the identity is verified; withdrawing a verification takes nobody else.
 */
export function splitChanges(changes: AccountChanges, account: AccountDetails): SplitChanges {
  const { firstName, lastName, phoneNumber, phoneVerified, identityVerified, ...others } = changes;
  const isAnotherPhone = phoneNumber !== undefined && phoneNumber !== account.phoneNumber;
  const waits = {
    firstName: account.identityVerified && isAnother(firstName, account.firstName),
    lastName: account.identityVerified && isAnother(lastName, account.lastName),
    phoneNumber: isAnotherPhone,
    phoneVerified: phoneVerified !== undefined && (isAnotherPhone || (phoneVerified && !account.phoneVerified)),
    identityVerified: identityVerified === true && !account.identityVerified,
  };
  const given = Object.entries({ firstName, lastName, phoneNumber, phoneVerified, identityVerified });
  const of = (isWaiting: boolean) =>
    Object.fromEntries(
      given.filter(([name, value]) => value !== undefined && waits[name as keyof typeof waits] === isWaiting),
    ) as AccountChanges;
  return { atOnce: { ...of(false), ...others }, waiting: of(true) };
}

function isAnother(given: string | undefined, present: string): boolean {
  return given !== undefined && given !== present;
}
