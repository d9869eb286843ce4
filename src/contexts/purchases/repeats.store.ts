import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { newId } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Database } from '../../platform/database/database.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import { tableOf } from '../../platform/database/table.js';
import { BoughtItemRow, PurchaseRow } from './purchases.rows.js';
import { type BoughtItem, type BoughtKey, Repeats } from './repeats.js';

const BOUGHT_ITEM = tableOf(BoughtItemRow);

@Injectable()
export class TypeormRepeats extends Repeats {
  private readonly items: KeyLoader<BoughtItemRow, keyof BoughtKey, keyof BoughtItem>;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    this.items = new KeyLoader(database, BOUGHT_ITEM, ['userId', 'itemId', 'customerId'], ['id', 'lastPurchaseId']);
  }

  async bought(key: BoughtKey): Promise<BoughtItem> {
    const known = await this.items.get(key);
    if (known) return known;
    // Two at once may both record it: one of them does.
    await this.unitOfWork.run(() => BOUGHT_ITEM.insertNew(this.database, [{ ...key, id: newId(), lastPurchaseId: '' }]));
    const recorded = await this.items.get(key);
    if (!recorded) throw new Error('the item to be bought was not recorded');
    return recorded;
  }

  follows({ id, lastPurchaseId }: BoughtItem, purchaseId: string): RowUpdate {
    return BOUGHT_ITEM.update({ id, lastPurchaseId }, { lastPurchaseId: purchaseId });
  }

  wasBoughtSince(key: BoughtKey, amountKobo: Kobo, since: number): Promise<boolean> {
    const kept = { createdAt: MoreThanOrEqual(since), status: In(['pending', 'completed']) };
    return this.database.repository(PurchaseRow).existsBy({ ...key, amountKobo, ...kept });
  }
}
