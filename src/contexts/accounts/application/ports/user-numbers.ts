import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';

const NUMBER_KINDS = ['meter', 'account'] as const;
/** meter: a customer number that was bought for. account: a bank account to pay deposits into. */
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Contributed by billing and deposits. */
export abstract class UserNumbersSource {
  abstract readonly kind: NumberKind;
  /** The users of this number, at most `limit`. */
  abstract usersOf(value: string, limit: number): Promise<string[]>;
}

@Injectable()
export class UserNumbers extends Registry<UserNumbersSource> {
  constructor(contributions: Contributions) {
    super(contributions, UserNumbersSource, { namesOf: ({ kind }) => [kind], names: NUMBER_KINDS });
  }

  usersOf(wanted: NumberKind, value: string, limit: number): Promise<string[]> {
    return this.entries.find(({ kind }) => kind === wanted)!.usersOf(value, limit);
  }
}
