import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn, IdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { insertAll } from '../../platform/database/insert-new.js';
import { SafeguardingTrees, type TreeBlock, LeafSalts } from './safeguarding.js';
import { createHmac } from 'node:crypto';
import { KeyRing } from '../../platform/crypto/key-ring.js';

@Entity('safeguarding_block')
export class SafeguardingBlockRow {
  @PrimaryColumn({ name: 'day', type: 'varchar', length: 10 }) day: string;
  /** In the list, from 0. */
  @PrimaryColumn({ name: 'position', type: 'bigint' }) position: number;
  @IdColumn('first_user') firstUser: string;
  @IdColumn('last_user') lastUser: string;
  @CountColumn('wallets') wallets: number;
  @TextColumn('hash', 64) hash: string;
  @TimeColumn('recorded') createdAt: number;
}

const COLUMNS = ['day', 'position', 'first_user', 'last_user', 'wallets', 'hash', 'recorded'];
const AT_ONCE = 500;

@Injectable()
export class TypeormSafeguardingTrees extends SafeguardingTrees {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async keep(day: string, blocks: readonly TreeBlock[]): Promise<void> {
    const now = this.clock.now();
    const rows = blocks.map(({ firstUser, lastUser, wallets, hash }, position) => {
      return [day, position, firstUser, lastUser, wallets, hash, now];
    });
    await this.database.transaction(async () => {
      await this.database.repository(SafeguardingBlockRow).delete({ day });
      for (let first = 0; first < rows.length; first += AT_ONCE)
        await insertAll(this.database, 'safeguarding_block', COLUMNS, rows.slice(first, first + AT_ONCE));
    });
  }

  async of(day: string): Promise<TreeBlock[]> {
    const rows = await this.database.repository(SafeguardingBlockRow).find({ where: { day }, order: { position: 'ASC' } });
    return rows.map(({ firstUser, lastUser, wallets, hash }) => ({ firstUser, lastUser, wallets, hash }));
  }
}

/** Derives them from APP_KEY, so that a list of the same day stays the same under the same key. */
@Injectable()
export class DerivedLeafSalts extends LeafSalts {
  constructor(private readonly keys: KeyRing) {
    super();
  }

  of(day: string, user: string): Buffer {
    return createHmac('sha256', this.keys.current('safeguarding salts').bytes).update(`${day} ${user}`).digest();
  }
}
