import { Injectable } from '@nestjs/common';
import { toDataURL } from 'qrcode';
import { SecondFactorStore, TwoFactor } from '../second-factors.js';
import type { StaffProfile } from '../profiles.js';

export interface ShownSecondFactor {
  readonly secret: string;
  readonly email: string;
  readonly isConfirmed: boolean;
  /** The `otpauth:` URI. */
  readonly link: string;
  /** The link as a PNG in a data URL, so that no copy exists outside of the answer. */
  readonly qrCodeUrl: string;
}

@Injectable()
export class SecondFactorSetUp {
  constructor(
    private readonly factors: SecondFactorStore,
    private readonly twoFactor: TwoFactor,
  ) {}

  async show({ id, email }: StaffProfile): Promise<ShownSecondFactor> {
    const { secret, isConfirmed } = await this.factors.get(id);
    const link = this.twoFactor.link(secret, email);
    const qrCodeUrl = await toDataURL(link, { type: 'image/png', errorCorrectionLevel: 'M', margin: 2, scale: 6 });
    return { secret, email, isConfirmed, link, qrCodeUrl };
  }

  /** Whose it is and whether it is confirmed, without the secret. */
  async status({ id, email }: StaffProfile): Promise<ShownSecondFactor> {
    const { isConfirmed } = await this.factors.get(id);
    return { secret: '', email, isConfirmed, link: '', qrCodeUrl: '' };
  }
}
