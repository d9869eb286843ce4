import { type CategoryData, fixed, free, percent } from './shape.js';

export const INTERNET: CategoryData = {
  id: 'internet',
  name: 'Internet',
  description: 'Home and office internet',
  type: 'INTERNET',
  customerLabel: 'Account Number',
  validation: { type: 'ACCOUNT', params: 'required|between:6,20' },
  billers: [
    {
      id: 'smile',
      name: 'Smile Communications',
      shortName: 'Smile',
      commission: percent(5),
      items: [
        fixed('flexi-1gb', 'Flexi 1 GB, 1 day', 450),
        fixed('bigga-2gb', 'Bigga 2 GB, 30 days', 1_550),
        fixed('bigga-10gb', 'Bigga 10 GB, 30 days', 5_000),
        fixed('unlimited-lite', 'Unlimited Lite, 30 days', 18_000),
        free('recharge', 'Smile Recharge', 500, 100_000),
      ],
    },
    {
      id: 'spectranet',
      name: 'Spectranet',
      shortName: 'Spectranet',
      commission: percent(4),
      items: [
        fixed('voucher-5000', 'Spectranet Voucher 5,000', 5_000, { deliversPin: true }),
        fixed('voucher-10000', 'Spectranet Voucher 10,000', 10_000, { deliversPin: true }),
        fixed('unlimited', 'Spectranet Unlimited, 30 days', 21_000),
      ],
    },
    {
      id: 'ipnx',
      name: 'ipNX',
      shortName: 'ipNX',
      commission: percent(2),
      surchargeNaira: 100,
      items: [fixed('fibre-lite', 'ipNX Fibre Lite, 30 days', 15_000), free('account', 'ipNX Account Payment', 1_000, 1_000_000)],
    },
    {
      id: 'swift',
      name: 'Swift Networks',
      shortName: 'Swift',
      commission: percent(3),
      items: [fixed('home-20gb', 'Swift Home 20 GB, 30 days', 7_000), free('account', 'Swift Account Payment', 1_000, 500_000)],
    },
  ],
};
