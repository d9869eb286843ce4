import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { Mailer, type MailTemplate } from '../../kernel/mail.js';
import { type Attestation, type CreationOptions, PasskeyCeremonies } from '../../kernel/passkeys.js';
import { Contributes } from '../../kernel/registry.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Notices } from '../notifications/index.js';
import {
  type Account,
  Accounts,
  MailedCodes,
  Passwords,
  SecondFactorRule,
  SendVerificationCode,
  Sessions,
  signInFailures,
} from '../sign-in/index.js';
import { isSignedByAppKey, readAppKey } from './app-key.js';
import { Challenges, type Drawn, type Lines } from './confirmations.js';
import { type Device, type DeviceKey, type DeviceKind, devicesFailures, DeviceSettings, DeviceStore } from './device.js';

const BINDING: Lines = ['Bind this device to your account'];

/** Proofs that a session alone does not give. */
export interface Proofs {
  readonly password: string | undefined;
  /** Mailed for `device`. */
  readonly code: string | undefined;
}

/** A key that the device made, which signed what it was offered. */
export type GivenKey =
  | { readonly kind: 'passkey'; readonly attestation: Attestation }
  | { readonly kind: 'appkey'; readonly publicKey: string; readonly signature: string };

export interface Offer extends Drawn {
  /** Of a passkey. */
  readonly options: CreationOptions | undefined;
  /** Whether a code was mailed, which the binding asks for. */
  readonly needsCode: boolean;
}

/** The device that confirms the payments of a user: one at a time. */
@Injectable()
export class Devices {
  constructor(
    private readonly store: DeviceStore,
    private readonly challenges: Challenges,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly sendCode: SendVerificationCode,
    private readonly mailedCodes: MailedCodes,
    private readonly sessions: Sessions,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Mails a code where the binding asks for one. @throws Failure `sign_in.codes_exhausted` */
  async offer(kind: DeviceKind, { userId, ip }: Caller): Promise<Offer> {
    const account = await this.accountOf(userId);
    const devices = await this.store.list(userId);
    const needsCode = asksForCode(account, devices);
    if (needsCode) await this.sendCode.execute(account.email, 'device', ip);
    const drawn = await this.challenges.draw(userId, BINDING);
    const user = { id: userId, name: account.email, displayName: `${account.firstName} ${account.lastName}`.trim() };
    const passkeys = devices.filter((device) => device.kind === 'passkey' && device.releasedAt === undefined);
    const options = kind === 'passkey' ? this.ceremonies.creation(user, drawn.challenge, passkeys) : undefined;
    return { ...drawn, options, needsCode };
  }

  /**
   * Ends the device before, with its sessions. Outside of a unit of work. @returns the id of the device
   * @throws Failure `devices.invalid_device`, `code_required`, `sign_in.password_required`, `wrong_password`, `incorrect_code`
   */
  async bind(name: string, given: GivenKey, proofs: Proofs, caller: Caller): Promise<string> {
    const { userId, sessionId } = caller;
    const account = await this.prove(caller, proofs.password);
    const needsCode = asksForCode(account, await this.store.list(userId));
    if (needsCode && proofs.code === undefined) throw new Failure(devicesFailures.code_required);
    const { email } = account;
    const code = needsCode
      ? await this.mailedCodes.check({ email, code: proofs.code!, ip: caller.ip, purpose: 'device' })
      : undefined;
    const read = await this.challenges.find(await this.store.openChallenges(userId), BINDING, (drawn) =>
      this.keyOf(given, drawn),
    );
    if (!read) throw new Failure(devicesFailures.invalid_device);
    const own = (await this.sessions.list(userId)).find(({ id }) => id === sessionId);
    const device: Device = {
      ...read.found,
      id: newId(),
      userId,
      name,
      serial: own?.device.serial ?? '',
      releasedAt: undefined,
      createdAt: this.clock.now(),
    };
    await this.unitOfWork.run(async () => {
      await this.passwords.lock(account);
      if (code) await this.mailedCodes.use(code);
      if (!(await this.store.useChallenge(read.challenge))) throw new Failure(devicesFailures.invalid_device);
      const before = await this.store.active(userId);
      // Another one was bound since the code was found needless.
      if (before && !code) throw new Failure(devicesFailures.code_required);
      if (before) await this.end(before, sessionId);
      await this.store.add(device);
      await this.tell(account, DEVICE_BOUND, device, caller.ip);
    });
    return device.id;
  }

  /** Outside of a unit of work. @throws Failure `devices.not_found`, and of the password */
  async release(id: string, password: string | undefined, caller: Caller): Promise<void> {
    const account = await this.prove(caller, password);
    await this.unitOfWork.run(async () => {
      await this.passwords.lock(account);
      const device = await this.store.active(caller.userId);
      if (device?.id !== id) throw new Failure(devicesFailures.not_found);
      await this.end(device, caller.sessionId);
      await this.tell(account, DEVICE_RELEASED, device, caller.ip);
    });
  }

  private async end(device: Device, except: string): Promise<void> {
    await this.store.release(device, this.clock.now());
    for (const { id, device: of } of await this.sessions.list(device.userId))
      if (of.serial === device.serial && id !== except) await this.sessions.end(id, device.userId);
  }

  private async keyOf(given: GivenKey, { challenge, text }: Drawn): Promise<DeviceKey | undefined> {
    if (given.kind === 'passkey') {
      const credential = await this.ceremonies.verifyCreation(given.attestation, challenge);
      return credential && { ...credential, kind: 'passkey' };
    }
    const key = readAppKey(given.publicKey);
    return key && (await isSignedByAppKey(text, given.signature, key)) ? key : undefined;
  }

  private async prove(caller: Caller, password: string | undefined): Promise<Account> {
    const account = await this.accountOf(caller.userId);
    if (account.passwordHash === undefined) return account;
    if (password === undefined) throw new Failure(signInFailures.password_required);
    return this.passwords.prove(caller, password);
  }

  private async accountOf(userId: string): Promise<Account> {
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(signInFailures.user_not_found);
    return account;
  }

  /** Without its name, which may be the text of whoever bound it in the owner's place. */
  private async tell(
    { id: userId, email, firstName }: Account,
    template: MailTemplate,
    device: Device,
    ip: string,
  ): Promise<void> {
    await this.mailer.send({ to: email, template, data: { firstName, ip }, key: `${template.name}:${device.id}` });
    const message = `It was done from ${ip}. If that was not you, reset your password now and tell our support.`;
    await this.notices.add({ userId, subject: template.subject, message });
  }
}

/** Beside the bound device nobody signs in by the password alone. */
@Injectable()
@Contributes(SecondFactorRule)
export class CodeBesideDevice extends SecondFactorRule {
  constructor(
    private readonly store: DeviceStore,
    private readonly settings: DeviceSettings,
  ) {
    super();
  }

  async asksForCode({ id }: Account, { serial }: { readonly serial: string }): Promise<boolean> {
    if (!this.settings.requiresConfirmation) return false;
    const device = await this.store.active(id);
    return device !== undefined && device.serial !== serial;
  }
}

/** A password alone binds the first device; whoever learnt it must not replace the owner's, nor follow after it. */
function asksForCode({ passwordHash }: Account, devices: readonly Device[]): boolean {
  return passwordHash === undefined || devices.length > 0;
}

export const DEVICE_BOUND: MailTemplate = {
  name: 'device-bound',
  class: 'security',
  subject: 'A device was bound to your account',
  greeting: 'Hello {{firstName}},',
  lead: 'A device now confirms the payments of your account. We signed out any device that did so before.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['If that was you, there is nothing to do.'],
  warning: 'If that was not you, reset your password in the app now and tell our support.',
};

export const DEVICE_RELEASED: MailTemplate = {
  name: 'device-released',
  class: 'security',
  subject: 'A device was released from your account',
  greeting: 'Hello {{firstName}},',
  lead: 'Your device no longer confirms the payments of your account.',
  facts: [
    ['Network address', '{{ip}}'],
    ['Time', '{{time}}'],
  ],
  paragraphs: ['Bind another one in the app before you pay.'],
  warning: 'If that was not you, reset your password in the app now and tell our support.',
};
