import { Entity } from 'typeorm';
import { FlagColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { ProviderSwitches, type ProviderSwitch } from './providers.js';

@Entity('provider_switch')
export class ProviderSwitchRow {
  @PrimaryIdColumn('provider') provider: string;
  @FlagColumn('is_on') isOn: boolean;
  @TextColumn('reason') reason: string;
  @TimeColumn('changed_at') changedAt: number;
}

/** How long what was read is used. */
const FRESH_MS = 2_000;

@Injectable()
export class TypeormProviderSwitches extends ProviderSwitches {
  private held: { readonly off: Promise<ReadonlySet<string>>; readonly readAt: number } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async isOn(provider: string): Promise<boolean> {
    const now = this.clock.now();
    const ageMs = this.held ? now - this.held.readAt : Infinity;
    if (ageMs < 0 || ageMs >= FRESH_MS) {
      const off = this.database
        .rowsOnce<{ provider: string }>('SELECT provider FROM provider_switch WHERE is_on = 0')
        .then((rows) => new Set(rows.map((row) => row.provider)));
      const held = { off, readAt: now };
      this.held = held;
      off.catch(() => {
        if (this.held === held) this.held = undefined;
      });
    }
    return !(await this.held!.off).has(provider);
  }

  async all(): Promise<ReadonlyMap<string, ProviderSwitch>> {
    const rows = await this.database.repository(ProviderSwitchRow).find();
    return new Map(rows.map(({ provider, isOn, reason, changedAt }) => [provider, { isOn, reason, changedAt }]));
  }

  async set(provider: string, decided: ProviderSwitch): Promise<void> {
    await this.database
      .repository(ProviderSwitchRow)
      .createQueryBuilder()
      .insert()
      .values({ provider, ...decided })
      .orUpdate(['is_on', 'reason', 'changed_at'], ['provider'])
      .updateEntity(false)
      .execute();
    // Not before, because what others read until then would be kept.
    this.database.afterCommit(() => (this.held = undefined));
  }
}
