import { Injectable } from '@nestjs/common';
import { budgetFailures } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { type Transport, TRANSPORTS } from '../../kernel/passkeys.js';
import { ParameterFailure } from '../../platform/http/failed-answer.js';
import { Base64Url, Choice, Choices, Code, NoInput, Optional, Password, Text } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { OperationRegistry } from '../../platform/http/operation-registry.js';
import { comment } from '../../platform/http/presenting.js';
import { signInFailures } from '../sign-in/index.js';
import { Challenges, ConfirmedActions, type Lines } from './confirmations.js';
import { DEVICE_KINDS, type DeviceKind, devicesFailures, DeviceStore } from './device.js';
import { Devices, type GivenKey } from './devices.js';
import { presentBound, presentChallenge, presentDevices, presentOffer } from './devices.presenters.js';

export class DeviceBindBeginInput {
  @Choice(DEVICE_KINDS) kind: DeviceKind;
}

export class DeviceBindInput {
  @Choice(DEVICE_KINDS) kind: DeviceKind;
  @Text({ max: 64 }) name: string;
  @Optional() @Password() pswd?: string;
  @Optional() @Code() code?: string;
  /** The next four are of a passkey. */
  @Optional() @Base64Url(700) credential?: string;
  @Optional() @Base64Url(4_000) client_data?: string;
  @Optional() @Base64Url(8_000) attestation?: string;
  /** WebAuthn has those ignored that are not known. */
  @Optional() @Choices(TRANSPORTS, { ignoresOthers: true }) transports?: Transport[];
  /** Of an app key, as the next one. SPKI. */
  @Optional() @Base64Url(500) key?: string;
  @Optional() @Base64Url(200) signature?: string;

  /** @throws Failure of the first parameter that is missing */
  get given(): GivenKey {
    const { kind, transports = [] } = this;
    const needed = (name: 'credential' | 'client_data' | 'attestation' | 'key' | 'signature'): string => {
      const value = this[name];
      if (value === undefined) throw new ParameterFailure(name, 'missing');
      return value;
    };
    if (kind === 'appkey') return { kind, publicKey: needed('key'), signature: needed('signature') };
    const [credentialId, clientData, attestation] = [needed('credential'), needed('client_data'), needed('attestation')];
    return { kind, attestation: { credentialId, clientData, attestation, transports } };
  }
}

export class DeviceReleaseInput {
  @Text() reqv: string;
  @Optional() @Password() pswd?: string;
}

export class PaymentChallengeInput {
  /** The parameters of this operation stand beside it. */
  @Text({ max: 64 }) action: string;
}

const OF_PASSWORDS = [
  on(signInFailures.password_required, { code: 400, id: 'pswd_required' }),
  on(signInFailures.wrong_password, { code: 400, id: 'pswd_invalid' }),
  on(signInFailures.login_delayed),
  on(signInFailures.busy),
];

@Injectable()
export class DevicesOperations {
  constructor(
    private readonly devices: Devices,
    private readonly store: DeviceStore,
    private readonly challenges: Challenges,
    private readonly actions: ConfirmedActions,
    private readonly operations: OperationRegistry,
  ) {}

  @Operation('user_device_bind_begin', {
    method: 'POST',
    access: 'signed',
    limit: 'enquiry',
    missing: 400,
    failures: [on(signInFailures.codes_exhausted)],
    present: presentOffer,
    summary:
      'Begins to bind this device. A browser makes a passkey by `options` (PublicKeyCredentialCreationOptionsJSON); an app signs `text` with a new P-256 key of its keystore. Where `code` is true, a code was mailed, which the binding asks for. Good for two minutes, and once.',
  })
  begin({ kind }: DeviceBindBeginInput, caller: Caller) {
    return this.devices.offer(kind, caller);
  }

  @Operation('user_device_bind', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [
      ...OF_PASSWORDS,
      on(devicesFailures.code_required, { code: 400, id: 'code_required' }),
      on(signInFailures.incorrect_code, { code: 400, id: 'code_invalid' }),
      on(budgetFailures.delayed),
      on(devicesFailures.invalid_device, { code: 400, id: 'device_invalid' }),
    ],
    present: presentBound,
    summary:
      'Binds this device, which confirms payments from then on, with the password, and from the second device on with the mailed code. A passkey gives what the browser made; an app its public key (`key`, SPKI) and its signature over `text` (ECDSA with SHA-256, DER or r and s). One device is bound at a time: the one before ends, with its sessions.',
  })
  bind(input: DeviceBindInput, caller: Caller) {
    return this.devices.bind(input.name, input.given, { password: input.pswd, code: input.code }, caller);
  }

  @Operation('user_device_fetch', {
    method: 'GET',
    access: 'signed',
    present: presentDevices,
    summary: 'Devices that were bound to the account, newest first. At most one is active.',
  })
  fetch(_: NoInput, { userId }: Caller) {
    return this.store.list(userId);
  }

  @Operation('user_device_release', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [...OF_PASSWORDS, on(devicesFailures.not_found, { code: 404, id: 'device_not_found' })],
    present: comment('The device was released'),
    summary: 'Ends a device, with its sessions except the one that asks. Nothing is paid until another one is bound.',
  })
  async release({ reqv, pswd }: DeviceReleaseInput, caller: Caller) {
    await this.devices.release(reqv, pswd, caller);
  }

  @Operation('user_payment_challenge', {
    method: 'POST',
    access: 'signed',
    limit: 'enquiry',
    missing: 400,
    seesBody: true,
    failures: [
      on(devicesFailures.unknown_action, { code: 400, id: 'action_invalid' }),
      on(devicesFailures.no_device, { code: 400, id: 'device_required' }),
      on(devicesFailures.payment_refused, { code: 400, id: 'payment_refused' }),
      on(devicesFailures.payment_unavailable, { code: 503, id: 'payment_unavailable' }),
    ],
    present: presentChallenge,
    summary:
      'Begins to confirm a payment: `action` names its operation, whose parameters stand beside it. The device shows `text`: what it is, the payee, the amount, the charges and the challenge, one on a line. An app key signs `text`, a passkey answers `options` (PublicKeyCredentialRequestOptionsJSON). Good for two minutes, and once.',
  })
  async challenge({ action }: PaymentChallengeInput, caller: Caller) {
    return this.challenges.drawForDevice(caller.userId, await this.linesOf(action, caller));
  }

  private async linesOf(action: string, caller: Caller): Promise<Lines> {
    const confirmed = this.actions.find(action);
    const read = this.operations
      .find(action)!
      .readInput(JSON.parse(Buffer.from(caller.raw!.body).toString()) as Record<string, unknown>);
    if (!('input' in read)) throw new ParameterFailure(read.field, read.fault, read.accepted);
    try {
      return await confirmed.lines(read.input, caller);
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      const { payment_unavailable, payment_refused } = devicesFailures;
      throw new Failure(cause.kind === 'unavailable' ? payment_unavailable : payment_refused, { text: cause.message, cause });
    }
  }
}
