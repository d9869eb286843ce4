import { Optional, RequestType, Text, NoInput } from '../../platform/http/input.decorators.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { ZERO_KOBO } from '../../kernel/money.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';
import {
  BillerLogos,
  Catalogue,
  SoldByBiller,
  Surcharges,
  catalogueFailures,
  type Biller,
  type CatalogueSnapshot,
  type Item,
} from './catalogue.js';
import { presentBiller, presentCategory, presentItem } from './catalogue.presenters.js';

export class BillerFetchInput {
  @RequestType(['transaction', 'owner', 'mk', 'all']) rqtp: 'transaction' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class ItemFetchInput {
  @RequestType(['code', 'owner', 'mk', 'all']) rqtp: 'code' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

const NO_DATA = [on(catalogueFailures.no_data, { code: 404 })];

@Injectable()
export class CatalogueOperations {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly sold: SoldByBiller,
    private readonly logos: BillerLogos,
    private readonly surcharges: Surcharges,
  ) {}

  @Operation('service_category_fetch', {
    method: 'GET',
    access: 'signed',
    fault: { code: 500, details: 'Failed to fetch category list' },
    present: listOf(presentCategory),
    summary: 'The categories of billers.',
  })
  async fetchCategories(_input: NoInput) {
    const { activeCategories } = await this.catalogue.recent();
    return activeCategories.map((category) => ({ ...category, iconUrl: this.logos.urlOf(category.iconUrl) }));
  }

  @Operation('service_biller_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentBiller),
    summary: 'Billers: all, of a category (owner), by product code (transaction), or one (mk).',
  })
  async fetchBillers({ rqtp, rqvl }: BillerFetchInput) {
    const catalogue = await this.catalogue.recent();
    const billers = catalogue.activeBillers.filter((biller) => rqtp === 'all' || isWanted(biller, rqtp, rqvl));
    if (billers.length === 0) throw new Failure(catalogueFailures.no_data);
    const figures = await this.sold.figures();
    return Promise.all(
      billers.map(async (biller) => {
        const items = catalogue.itemsOf(biller.billerId);
        return {
          biller: { ...biller, logoUrl: this.logos.urlOf(biller.logoUrl) },
          category: catalogue.category(biller.categoryId),
          productCount: items.length,
          surchargeKobo: await this.surcharges.ofLowest(biller, items),
          figures: figures.get(biller.billerId),
        };
      }),
    );
  }

  @Operation('service_biller_item_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentItem),
    summary: 'What billers sell: all, of a biller (owner), by item code (code), or one (mk).',
  })
  async fetchItems({ rqtp, rqvl }: ItemFetchInput) {
    const catalogue = await this.catalogue.recent();
    const items = itemsFor(catalogue, rqtp, rqvl);
    if (items.length === 0) throw new Failure(catalogueFailures.no_data);
    return Promise.all(
      items.map(async (item) => {
        const biller = catalogue.biller(item.billerId);
        return { item, biller, surchargeKobo: biller ? await this.surcharges.ofItem(item, biller) : ZERO_KOBO };
      }),
    );
  }
}

function isWanted(biller: Biller, by: 'transaction' | 'owner' | 'mk', value: string | undefined): boolean {
  switch (by) {
    case 'transaction':
      return biller.productCode === value;
    case 'owner':
      return biller.categoryId === value;
    case 'mk':
      return biller.id === value;
  }
}

function itemsFor(catalogue: CatalogueSnapshot, by: 'code' | 'owner' | 'mk' | 'all', value: string | undefined): readonly Item[] {
  switch (by) {
    case 'all':
      return catalogue.activeItems;
    case 'owner':
      return catalogue.itemsOf(value ?? '');
    case 'code':
      return catalogue.activeItems.filter(({ code }) => code === value);
    case 'mk':
      return catalogue.activeItems.filter(({ id, itemId }) => id === value || itemId === value);
  }
}
