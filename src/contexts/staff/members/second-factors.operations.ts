import { Members } from './members.js';
import { Code, Text } from '../../../platform/http/input.decorators.js';
import { CODE } from './sign-in.operations.js';
import { toSeconds } from '../../../kernel/clock.js';
import { type CodeProof, SecondFactors, CodeProofs } from './second-factors.js';
import { type ShownSecondFactor, SecondFactorSetUp } from './adapters/second-factor-set-up.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { signInFailures } from '../../sign-in/index.js';
import { SECOND_FACTOR_SHOWN, MemberMessages } from './messages.js';
import { StaffProfiles, type StaffProfile } from './profiles.js';
import { staffFailures } from './grants.js';

export class TwoFactorInput {
  @Text() rqvl: string;
}

export class OwnCodeInput {
  @Code(CODE) pinc: string;
}

export class TwoFactorWithCodeInput {
  @Text() rqvl: string;
  @Code(CODE) pinc: string;
}

export function presentCodeProof({ proof, expires }: CodeProof) {
  return { COMMENT: 'The code is right', proof, expires: String(toSeconds(expires)) };
}

export function presentSecondFactor({ secret, email, isConfirmed, qrCodeUrl }: ShownSecondFactor) {
  return { twofaSecret: secret, twofaAccount: email, twofaStatus: isConfirmed, twofaLink: qrCodeUrl };
}

const NOT_FOUND = on(staffFailures.not_found, { code: 404 });
const FAILURES = [NOT_FOUND, on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }), on(signInFailures.login_delayed)];

@Injectable()
export class TwoFactorOperations {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly setUp: SecondFactorSetUp,
    private readonly secondFactors: SecondFactors,
    private readonly codeProofs: CodeProofs,
    private readonly members: Members,
    private readonly messages: MemberMessages,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  @Operation('control_staff_twofa_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.superadminx',
    ofStaff: true,
    missing: 400,
    failures: [NOT_FOUND],
    present: presentSecondFactor,
    summary: 'Whether a staff member has confirmed their second factor; secret and link of the caller’s own only.',
  })
  async fetch({ rqvl }: TwoFactorInput, caller: Caller) {
    const profile = await this.find(rqvl);
    if (profile.userId !== caller.userId) return this.setUp.status(profile);
    return this.reveal(profile, 'control_staff_twofa_fetch', caller);
  }

  @Operation('control_staff_twofa_validate', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: FAILURES,
    present: presentCodeProof,
    summary:
      'Whether a code of the caller’s authenticator app is right; uses it up. For five minutes its proof stands for a code of this session where control_proposal_decide takes one.',
  })
  async validate({ pinc }: OwnCodeInput, caller: Caller) {
    await this.secondFactors.checkOwn(pinc, caller);
    return this.codeProofs.make(caller);
  }

  @Operation('control_staff_twofa_decrypt', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.superadminx',
    ofStaff: true,
    missing: 400,
    failures: FAILURES,
    present: presentSecondFactor,
    summary:
      'The secret of a staff member’s second factor, after a code of the caller’s own; the member is told at once by whom.',
  })
  async decrypt({ rqvl, pinc }: TwoFactorWithCodeInput, caller: Caller) {
    const profile = await this.find(rqvl);
    await this.secondFactors.checkOwn(pinc, caller);
    return this.reveal(profile, 'control_staff_twofa_decrypt', caller);
  }

  @Operation('control_staff_twofa_reset', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.superadminx',
    ofStaff: true,
    missing: 400,
    failures: FAILURES,
    present: presentSecondFactor,
    summary:
      'Gives a staff member another second factor, after a code of the caller’s own; ends their sessions and passkeys, and tells them by whom.',
  })
  async reset({ rqvl, pinc }: TwoFactorWithCodeInput, caller: Caller) {
    const profile = await this.find(rqvl);
    await this.secondFactors.checkOwn(pinc, caller);
    await this.members.resetSecondFactor(profile, caller);
    return this.setUp.show(profile);
  }

  /** Reading a secret is audited although it changes nothing, and its owner is told. */
  private async reveal(profile: StaffProfile, action: string, caller: Caller) {
    await this.auditedUnitOfWork.execute(caller, action, async () => {
      if (profile.userId !== caller.userId)
        await this.messages.ofSecondFactor(profile, SECOND_FACTOR_SHOWN, 'Your authenticator key was shown', caller);
      return { subject: `staff:${profile.trackingId}`, result: undefined };
    });
    return this.setUp.show(profile);
  }

  private async find(id: string): Promise<StaffProfile> {
    const profile = await this.profiles.find(id);
    if (!profile) throw new Failure(staffFailures.not_found);
    return profile;
  }
}
