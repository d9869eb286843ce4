import { Injectable } from '@nestjs/common';
import { type AccountDetails, AccountDirectory } from '../../../sign-in/index.js';
import { type Figures, UserFigures } from '../../../accounts/index.js';
import type { StaffProfile } from '../domain/staff-profile.js';

export interface StaffView {
  readonly profile: StaffProfile;
  readonly account: AccountDetails | undefined;
  readonly figures: Figures | undefined;
}

@Injectable()
export class LoadStaffViews {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly figures: UserFigures,
  ) {}

  async execute(profiles: readonly StaffProfile[]): Promise<StaffView[]> {
    const accounts = await this.accounts.findMany(profiles.flatMap(({ userId }) => userId ?? []));
    return Promise.all(
      profiles.map(async (profile) => {
        const account = accounts.get(profile.userId ?? '');
        return { profile, account, figures: account && (await this.figures.of(account.id)) };
      }),
    );
  }
}
