export abstract class CatalogueEntries {
  /** An item or a biller with this id, on sale or not. */
  abstract has(itemOrBillerId: string): Promise<boolean>;
  /** Number of new items by creation time (unix ms). */
  abstract itemsAdded(): Promise<{ readonly createdAt: number; readonly items: number }[]>;
}
