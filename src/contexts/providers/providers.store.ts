import { Entity } from 'typeorm';
import { FlagColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { DecidedSwitches, type ProviderKind, ProviderSwitches, type ProviderSwitch } from './providers.js';

@Entity('provider_switch')
export class ProviderSwitchRow {
  /** Kind and name. */
  @PrimaryIdColumn('provider') key: string;
  @FlagColumn('is_on') isOn: boolean;
  @TextColumn('reason') reason: string;
  @TimeColumn('changed_at') changedAt: number;
}

/** Life of a read result. */
const FRESH_MS = 2_000;

@Injectable()
export class TypeormProviderSwitches extends ProviderSwitches {
  private held: { readonly decided: Promise<DecidedSwitches>; readonly readAt: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async isOn(kind: ProviderKind, provider: string): Promise<boolean> {
    const now = this.clock.now();
    const ageMs = this.held ? now - this.held.readAt : Infinity;
    if (ageMs < 0 || ageMs >= FRESH_MS) {
      const held = { decided: this.all(), readAt: now };
      this.held = held;
      held.decided.catch(() => {
        if (this.held === held) this.held = undefined;
      });
    }
    return (await this.held!.decided).of(kind, provider)?.isOn ?? true;
  }

  async all(): Promise<DecidedSwitches> {
    const rows = await this.database.repository(ProviderSwitchRow).find();
    return new DecidedSwitches(new Map(rows.map(({ key, isOn, reason, changedAt }) => [key, { isOn, reason, changedAt }])));
  }

  async set(kind: ProviderKind, provider: string, decided: ProviderSwitch): Promise<void> {
    await this.database
      .repository(ProviderSwitchRow)
      .createQueryBuilder()
      .insert()
      .values({ key: DecidedSwitches.keyOf(kind, provider), ...decided })
      .orUpdate(['is_on', 'reason', 'changed_at'], ['provider'])
      .updateEntity(false)
      .execute();
    // Not before the commit, because others' reads until then would be kept.
    this.database.afterCommit(() => (this.held = undefined));
  }
}
