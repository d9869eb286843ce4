import type { Biller, Category } from '../../../src/contexts/catalogue/catalogue.js';
import { naira } from '../../../src/kernel/money.js';

export const ENTRY = { status: 'active', createdAt: 1 } as const;

export const CATEGORY: Category = { ...ENTRY, id: 'c', categoryId: 'power', name: 'Power', description: '', iconUrl: '' };

export const BILLER: Biller = {
  ...ENTRY,
  id: 'b',
  billerId: 'disco',
  categoryId: 'power',
  name: 'Disco',
  shortName: 'D',
  type: 'POWER',
  narration: '',
  networkId: '',
  productCode: '',
  payProductId: '',
  customerLabel: 'Meter',
  detailLabel: '',
  logoUrl: '',
  surchargeKobo: naira(10),
  supportEmail: '',
};
