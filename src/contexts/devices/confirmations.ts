import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { type ChargedPayment, sumOf } from '../../kernel/charges.js';
import { Clock, DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { Mailer, type MailTemplate } from '../../kernel/mail.js';
import { formatNaira } from '../../kernel/money.js';
import { type Assertion, isCounterBehind, PasskeyCeremonies, type RequestOptions } from '../../kernel/passkeys.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import { Accounts } from '../sign-in/index.js';
import { isSignedByAppKey } from './app-key.js';
import {
  type Challenge,
  type Device,
  DeviceSettings,
  DeviceStore,
  devicesFailures,
  type OpenChallenge,
  type Proof,
} from './device.js';

const LIFE_MS = 2 * MINUTE_MS;
/** Ours alone, so that a signature for another service is worth nothing here. */
const DOMAIN = 'Harmattan confirmation 1';

/** The lines that a device shows. The first says what is confirmed. */
export type Lines = readonly string[];

export interface PaymentToConfirm extends ChargedPayment {
  /** For example `Transfer`. */
  readonly title: string;
  /** With the name. */
  readonly payee: string;
}

export function paymentLines({ title, payee, amountKobo, charges }: PaymentToConfirm): Lines {
  const chargedKobo = sumOf(charges);
  return [
    title,
    `To ${payee}`,
    formatNaira(amountKobo),
    chargedKobo === 0 ? 'No charges' : `Charges ${formatNaira(chargedKobo)}`,
  ];
}

/** An app key signs the text. A passkey signs the challenge, which is a digest of the text and the nonce. */
export interface Drawn {
  /** Base64url. */
  readonly challenge: string;
  readonly text: string;
  readonly expires: number;
}

function drawnOf({ nonce, userId, expires }: Challenge, given: Lines): Drawn {
  // A line feed in a name would look like another line.
  const lines = given.map((line) => line.normalize('NFC').replaceAll(/\s+/g, ' ').trim());
  const challenge = createHash('sha256')
    .update([DOMAIN, userId, ...lines, nonce].join('\n'))
    .digest('base64url');
  return { challenge, text: [...lines, challenge].join('\n'), expires };
}

/** Contributed by what needs a confirmation: an operation, and what of its input the device shows. */
export abstract class ConfirmedAction {
  abstract readonly action: string;
  /** The same lines as the operation itself gives to PaymentConfirmations. @throws Failure as the operation does */
  abstract lines(input: object, caller: Caller): Promise<Lines>;
}

@Injectable()
export class ConfirmedActions extends Registry<ConfirmedAction> {
  constructor(contributions: Contributions) {
    super(contributions, ConfirmedAction, { namesOf: ({ action }) => [action] });
  }

  /** @throws Failure `devices.unknown_action` */
  find(action: string): ConfirmedAction {
    const found = this.entries.find((each) => each.action === action);
    if (!found) throw new Failure(devicesFailures.unknown_action);
    return found;
  }
}

/** Makes challenges, and finds the one that a device signed. */
@Injectable()
export class Challenges {
  constructor(
    private readonly store: DeviceStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly clock: Clock,
  ) {}

  async draw(userId: string, lines: Lines): Promise<Drawn> {
    const challenge = { nonce: randomBytes(24).toString('base64url'), userId, expires: this.clock.now() + LIFE_MS };
    const drawn = drawnOf(challenge, lines);
    await this.store.addChallenge(challenge, drawn.challenge);
    return drawn;
  }

  /** @throws Failure `devices.no_device` */
  async drawForDevice(userId: string, lines: Lines): Promise<Drawn & { readonly options: RequestOptions | undefined }> {
    const device = await this.store.active(userId);
    if (!device) throw new Failure(devicesFailures.no_device);
    const drawn = await this.draw(userId, lines);
    const options = device.kind === 'passkey' ? this.ceremonies.request(drawn.challenge, [device]) : undefined;
    return { ...drawn, options };
  }

  /** The challenge over these lines that passes the check, with what the check says. */
  async find<Found>(
    challenges: readonly OpenChallenge[],
    lines: Lines,
    check: (drawn: Drawn) => Promise<Found | undefined>,
  ): Promise<{ readonly challenge: Challenge; readonly found: Found } | undefined> {
    for (const challenge of challenges) {
      const drawn = drawnOf(challenge, lines);
      const found = challenge.isOf(drawn.challenge) ? await check(drawn) : undefined;
      if (found !== undefined) return { challenge, found };
    }
    return undefined;
  }
}

/** Asks for the signature of the user's device over what is about to be done. */
@Injectable()
export class PaymentConfirmations {
  constructor(
    private readonly challenges: Challenges,
    private readonly store: DeviceStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly settings: DeviceSettings,
    private readonly accounts: Accounts,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  get required(): boolean {
    return this.settings.requiresConfirmation;
  }

  /**
   * For a ledger command, which uses the confirmation up by these updates: stale means that it was used meanwhile.
   * @param confirmation a signature in base64url, or an assertion as JSON
   * @throws Failure `devices.confirmation_required`, `confirmation_invalid`
   */
  async check(userId: string, lines: Lines, confirmation: string | undefined): Promise<RowUpdate[]> {
    const proof = await this.prove(userId, lines, confirmation);
    return proof ? this.store.uses(proof) : [];
  }

  /** For what is no ledger command. Outside of a unit of work. @throws Failure as `check` */
  async require(userId: string, lines: Lines, confirmation: string | undefined): Promise<void> {
    const proof = await this.prove(userId, lines, confirmation);
    if (proof && !(await this.unitOfWork.run(() => this.store.use(proof))))
      throw new Failure(devicesFailures.confirmation_invalid);
  }

  private async prove(userId: string, lines: Lines, confirmation: string | undefined): Promise<Proof | undefined> {
    if (!this.required) return undefined;
    if (confirmation === undefined) throw new Failure(devicesFailures.confirmation_required);
    const { store } = this;
    const known = await this.proofOf(store.known(userId), store.drawn(userId), lines, confirmation);
    if (known) return known;
    // Another process drew it, or bound another device.
    const read = await this.proofOf(await store.active(userId), await store.openChallenges(userId), lines, confirmation);
    if (!read) throw new Failure(devicesFailures.confirmation_invalid);
    return read;
  }

  private async proofOf(
    device: Device | undefined,
    challenges: readonly OpenChallenge[],
    lines: Lines,
    confirmation: string,
  ): Promise<Proof | undefined> {
    const proved =
      device && (await this.challenges.find(challenges, lines, (drawn) => this.countOf(device, drawn, confirmation)));
    if (!proved) return undefined;
    if (isCounterBehind(device.signCount, proved.found)) {
      await this.warnOfCopy(device);
      return undefined;
    }
    return { challenge: proved.challenge, device, signCount: proved.found };
  }

  /** Another passkey with the same key counted further. Its owner is told once a day. */
  private async warnOfCopy({ id, userId }: Device): Promise<void> {
    const day = Math.floor(this.clock.now() / DAY_MS);
    await this.unitOfWork.run(async () => {
      const account = await this.accounts.find(userId);
      if (!account) return;
      const { email: to, firstName } = account;
      await this.mailer.send({ to, template: DEVICE_COPIED, data: { firstName }, key: `${DEVICE_COPIED.name}:${id}:${day}` });
      const message = `${DEVICE_COPIED.lead} If you have only one device with it, release it in the app, bind it anew, and tell our support.`;
      await this.notices.addAll([{ id, userId, createdAt: day * DAY_MS, subject: DEVICE_COPIED.subject, message }]);
    });
  }

  /** The count of the device, 0 if it does not count. Undefined if it did not sign this. */
  private async countOf(device: Device, { challenge, text }: Drawn, confirmation: string): Promise<number | undefined> {
    if (device.kind === 'appkey') return (await isSignedByAppKey(text, confirmation, device)) ? 0 : undefined;
    const assertion = readAssertion(confirmation);
    if (assertion?.credentialId !== device.credentialId) return undefined;
    return this.ceremonies.verifyAssertion(assertion, challenge, device);
  }
}

function readAssertion(text: string): Assertion | undefined {
  try {
    const given = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { credential: credentialId, client_data: clientData, authenticator_data: authenticatorData, signature } = given;
    const assertion = { credentialId, clientData, authenticatorData, signature };
    return Object.values(assertion).every((part) => typeof part === 'string') ? (assertion as Assertion) : undefined;
  } catch {
    return undefined;
  }
}

export const DEVICE_COPIED: MailTemplate = {
  name: 'device-copied',
  class: 'security',
  subject: 'Your passkey may have been copied',
  greeting: 'Hello {{firstName}},',
  lead: 'We refused a payment, because the passkey that confirmed it counts less than it did before.',
  facts: [['Time', '{{time}}']],
  paragraphs: ['That happens when a passkey was copied, and both copies are used.'],
  warning: 'If you have only one device with this passkey, release it in the app, bind it anew, and tell our support.',
};
