import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { insertAll } from '../../../../platform/database/insert-new.js';
import { SafeguardingTrees } from '../../application/ports.js';
import type { TreeBlock } from '../../application/safeguarding-tree.js';
import { SafeguardingBlockRow } from './safeguarding-block.row.js';

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
