import { Injectable } from '@nestjs/common';
import { type AccountDetails, AccountDirectory, type Figures, UserFigures } from '../../identity/index.js';
import type { StaffProfile } from '../domain/staff-profile.js';

/** A staff member with the account they belong to. */
export interface StaffView {
  readonly profile: StaffProfile;
  /** Undefined until they register. */
  readonly account: AccountDetails | undefined;
  readonly figures: Figures | undefined;
}

/** Puts together what several contexts know of staff. */
@Injectable()
export class StaffDirectory {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly figures: UserFigures,
  ) {}

  async views(profiles: readonly StaffProfile[]): Promise<StaffView[]> {
    const accounts = await this.accounts.findMany(profiles.flatMap(({ userId }) => userId ?? []));
    return Promise.all(
      profiles.map(async (profile) => {
        const account = accounts.get(profile.userId ?? '');
        return { profile, account, figures: account && (await this.figures.of(account.id)) };
      }),
    );
  }
}
