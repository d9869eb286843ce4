import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { type DataSubject, Eraser } from '../../../kernel/eraser.js';
import type { Kobo } from '../../../kernel/money.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { LocalFile } from '../../../kernel/storage.js';
import { type FileRequest, FileRequests } from '../../files/index.js';

export interface ArchiveEntry {
  readonly path: string;
  /** Opened when its turn comes. */
  open(): Promise<Readable>;
}

export abstract class ArchiveWriter {
  /** A local file, of which only a part is in memory at a time. The caller removes it. */
  abstract write(entries: AsyncIterable<ArchiveEntry>): Promise<LocalFile>;
  abstract remove(file: LocalFile): Promise<void>;
}

export const CLOSING_OBSTACLES = ['purchase', 'payout', 'deposit', 'debt', 'staff'] as const;
/** purchase, payout: one without an outcome. deposit: one that may still be paid. debt: what a reversed payment left. staff: the user is a member. */
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** Contributed by the contexts that know. */
export abstract class ClosingObstacleSource {
  abstract readonly obstacle: ClosingObstacle;
  abstract exists(userId: string): Promise<boolean>;
}

@Injectable()
export class ClosingObstacles extends Registry<ClosingObstacleSource> {
  constructor(contributions: Contributions) {
    super(contributions, ClosingObstacleSource, { namesOf: ({ obstacle }) => [obstacle], names: CLOSING_OBSTACLES });
  }

  async first(userId: string): Promise<ClosingObstacle | undefined> {
    for (const source of this.entries) if (await source.exists(userId)) return source.obstacle;
    return undefined;
  }
}

export abstract class DataExports extends FileRequests<FileRequest> {}

@Injectable()
export class Erasers extends Registry<Eraser> {
  constructor(contributions: Contributions) {
    super(contributions, Eraser, { namesOf: ({ tables }) => tables });
  }

  async erase(subject: DataSubject): Promise<void> {
    for (const eraser of this.entries) await eraser.erase(subject);
  }
}

export interface Figures {
  readonly rewardTotalKobo: Kobo;
  readonly rewardPoint: number;
  readonly rewardValueKobo: Kobo;
  readonly tradeVolumeKobo: Kobo;
  readonly tradeCounts: number;
  readonly referralBonusKobo: Kobo;
}

/** Contributed by billing. */
export abstract class UserFiguresSource {
  abstract of(userId: string): Promise<Figures>;
}

@Injectable()
export class UserFigures extends Registry<UserFiguresSource> {
  constructor(contributions: Contributions) {
    super(contributions, UserFiguresSource, 'one');
  }

  of(userId: string): Promise<Figures> {
    return this.entry.of(userId);
  }
}

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
