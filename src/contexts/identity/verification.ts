import { failures } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { NumberType } from './identity-provider.js';
import type { NameNote, PersonNames } from './names.js';

export const identityFailures = failures('identity', {
  invalid_number: ['invalid', 'A BVN and a NIN have 11 digits, a virtual NIN has two letters, twelve digits and two letters'],
  consent_required: ['invalid', 'We may ask about the number only with your consent'],
  invalid_selfie: ['invalid', 'The selfie must be a JPEG or PNG file of yours of at most 4 MB'],
  already_open: ['conflict', 'We are looking at this number of yours already, and tell you as soon as we know'],
  already_verified: ['conflict', 'This number of yours is verified already'],
  /** Told to nobody but the person whose number it is. */
  taken: ['conflict', 'You have an account with this number already: sign in to it, or close it first'],
  unconfigured: ['unavailable', 'Identities cannot be verified here at the moment'],
  no_verification: ['not_found', 'No data matching your query was found'],
  own_decision: ['forbidden', 'You decided this case before: a colleague has to decide it, too'],
  own_case: ['forbidden', 'This is your own case: a colleague has to decide it'],
  decided: ['conflict', 'This is decided already, or waits for a provider'],
});

/** What a user agrees to. Another text gets another version. */
export const CONSENT = {
  version: '2026-12',
  text: 'I agree that my number, my date of birth and my selfie, if I give one, are sent to the authority that issued it and to its agents, to confirm who I am, and that the names and the date of birth that they have are kept with my account.',
};

/** name: a new name of somebody whose identity is verified. sanction: somebody is called like a person on a list, which only staff are told. */
export type VerificationType = NumberType | 'name' | 'sanction';

/** A virtual NIN stands for the NIN behind it; the others verify no number. */
export function verifiedNumber(type: VerificationType): 'bvn' | 'nin' | undefined {
  return type === 'vnin' ? 'nin' : type === 'bvn' || type === 'nin' ? type : undefined;
}

/**
 * pending: no provider has answered about the person yet. review: names or birth differ, and staff decide. watch_listed: the same, which
 * only staff are told. taken: the number is another account's.
 * cleared: the customer is not the person on the list; who is has status rejected. expired: it was verified, too long ago. erased: the account is closed, and only the digest is kept.
 */
export const OPEN_STATUSES = ['pending', 'review', 'watch_listed'] as const;
export type VerificationStatus =
  | (typeof OPEN_STATUSES)[number]
  | 'verified'
  | 'cleared'
  | 'expired'
  | 'not_found'
  | 'rejected'
  | 'taken'
  | 'erased';

/** A person on a list of sanctions. */
export interface ListedPerson {
  readonly name: string;
  readonly list: string;
  /** Id on the list. */
  readonly entry: string;
  /** How alike the customer is, 0 to 100. */
  readonly score: number;
}

/** The first of two decisions. */
export interface FirstDecision {
  readonly by: string;
  readonly isAccepted: boolean;
  readonly reason: string;
}

/** Kept encrypted. */
export interface Evidence {
  readonly given: PersonNames & {
    readonly birth: string;
    /** File of the user. */
    readonly selfie?: string;
  };
  readonly found?: PersonNames & { readonly birth: string | undefined };
  /** Of the names, by the comparison of ours or of the provider. */
  readonly score?: number;
  readonly notes?: readonly NameNote[];
  /** By the provider; undefined where it did not compare. */
  readonly selfieAgrees?: boolean | undefined;
  /** Of a case about lists. */
  readonly hits?: readonly ListedPerson[];
  readonly first?: FirstDecision;
}

/** A selfie that nobody compared leaves a doubt, too. */
export function hasDoubtfulSelfie({ given: { selfie }, selfieAgrees }: Evidence): boolean {
  return selfie !== undefined && selfieAgrees !== true;
}

/** Undefined: the authority has none, or told nothing. */
export function birthAgrees({ given, found }: Evidence): boolean | undefined {
  return found?.birth === undefined ? undefined : found.birth === given.birth;
}

export interface Verification {
  readonly id: string;
  readonly userId: string;
  readonly type: VerificationType;
  readonly status: VerificationStatus;
  /** Of the number. */
  readonly lastFour: string;
  readonly evidence: Evidence;
  /** The number is another account's, and this user is the person whose it is. */
  readonly isOwner: boolean;
  readonly provider: string;
  /** As the provider knows it. */
  readonly job: string;
  /** How often a provider was asked. */
  readonly tries: number;
  readonly nextAt: number | undefined;
  readonly decidedBy: string;
  /** 0 where it is not. */
  readonly verifiedAt: number;
  /** That it ends; 0 where nobody was told. */
  readonly toldAt: number;
  readonly createdAt: number;
}

/** A case that no number was given for. */
export function reviewOf(userId: string, type: 'name' | 'sanction', evidence: Evidence, createdAt: number): Verification {
  return {
    id: newId(),
    userId,
    type,
    status: 'review',
    lastFour: '',
    evidence,
    isOwner: false,
    provider: '',
    job: '',
    tries: 0,
    nextAt: undefined,
    decidedBy: '',
    verifiedAt: 0,
    toldAt: 0,
    createdAt,
  };
}

export interface Consent {
  readonly version: string;
  readonly text: string;
  readonly ip: string;
}

export interface GivenNumber {
  readonly type: NumberType;
  readonly number: string;
}

export type VerificationFilter =
  | { readonly by: 'review' | 'all' }
  | { readonly by: 'user' | 'id' | 'job'; readonly value: string };

export type VerificationChange = Partial<
  Pick<
    Verification,
    'status' | 'evidence' | 'isOwner' | 'provider' | 'job' | 'tries' | 'nextAt' | 'decidedBy' | 'verifiedAt' | 'toldAt'
  >
> & {
  /** Whose number it is from now on; of a virtual NIN the one behind it, where it is known. */
  readonly claims?: GivenNumber | undefined;
};

export abstract class VerificationStore {
  /** @throws Failure `identity.already_open` where one of the same type is open */
  abstract add(verification: Verification, given: GivenNumber | undefined, consent: Consent): Promise<void>;
  abstract find(id: string): Promise<Verification | undefined>;
  /** To be sent to a provider; undefined once it is erased, and of a name. */
  abstract numberOf(id: string): Promise<GivenNumber | undefined>;
  /** The text that its user agreed to; empty where it needed none. */
  abstract consentOf(id: string): Promise<string>;
  /** The verified one that has the number. */
  abstract holderOf(number: GivenNumber): Promise<Verification | undefined>;
  /** A keyed digest, which tells nobody the number. */
  abstract digestOf(number: GivenNumber): string;
  abstract list(filter: VerificationFilter, page: PageRequest): Promise<Page<Verification>>;
  /**
   * Under its lock, in the caller's unit of work where there is one. False where its status is not as expected any more.
   * @throws Failure `identity.taken` where another one claimed the number at the same time
   */
  abstract change(id: string, expected: VerificationStatus, change: VerificationChange): Promise<boolean>;
  /** Pending ones that are due, the longest first, whose next time is put off: another process does not get them. */
  abstract takeDue(now: number, nextAt: number, limit: number): Promise<Verification[]>;
  /** Verified numbers, the longest ago first. @param toldUntil 0: of those whose users were not told that it ends; else told by then */
  abstract oldest(verifiedUntil: number, toldUntil: number, limit: number): Promise<Verification[]>;
  abstract newestVerified(userId: string, number: 'bvn' | 'nin'): Promise<Verification | undefined>;
  /** Verified numbers whose users were not compared with this version of the lists. */
  abstract unscreened(version: string, limit: number): Promise<Verification[]>;
  /** @param version empty: none, after a change of the name */
  abstract markScreened(userId: string, version: string): Promise<void>;
  /** Removes what is left of erased ones. */
  abstract removeErased(before: number): Promise<void>;
}

/** The newest, which is all that anybody has of them. */
export const MOST_SHOWN = 50;
