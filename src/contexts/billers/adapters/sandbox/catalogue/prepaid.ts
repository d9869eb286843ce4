import { type CategoryData, fixed, free, type ItemData, percent } from './shape.js';

const PIN_VALUES = [100, 200, 500, 1_000];

function airtimeItems(ussd: string): ItemData[] {
  return [
    free('vtu', 'Airtime Top-up', 50, 50_000, { kind: 'vtu', ussd }),
    ...PIN_VALUES.map((value) =>
      fixed(`epin-${value}`, `Recharge PIN ${value}`, value, { kind: 'epin', deliversPin: true, ussd }),
    ),
  ];
}

export const AIRTIME: CategoryData = {
  id: 'airtime',
  name: 'Airtime',
  description: 'Mobile airtime, sent to the phone or as a recharge PIN',
  type: 'AIRTIME',
  customerLabel: 'Phone Number',
  validation: { type: 'PHONE', params: 'required|digits:11' },
  billers: [
    {
      id: 'mtn-airtime',
      name: 'MTN Airtime',
      shortName: 'MTN',
      network: 'mtn',
      commission: percent(3),
      items: airtimeItems('*311#'),
    },
    {
      id: 'airtel-airtime',
      name: 'Airtel Airtime',
      shortName: 'Airtel',
      network: 'airtel',
      commission: percent(3.4),
      items: airtimeItems('*311#'),
    },
    {
      id: 'glo-airtime',
      name: 'Glo Airtime',
      shortName: 'Glo',
      network: 'glo',
      commission: percent(4),
      items: airtimeItems('*311#'),
    },
    {
      id: 't2-airtime',
      name: 'T2 Airtime (9mobile)',
      shortName: 'T2',
      network: 't2',
      commission: percent(4),
      items: airtimeItems('*311#'),
    },
  ],
};

type Bundle = readonly [code: string, name: string, naira: number];

function bundles(...list: Bundle[]): ItemData[] {
  return list.map(([code, name, amount]) => fixed(code, name, amount, { kind: 'data', ussd: '*312#' }));
}

export const DATA: CategoryData = {
  id: 'data',
  name: 'Data Bundles',
  description: 'Mobile data sent to the phone',
  type: 'DATA',
  customerLabel: 'Phone Number',
  validation: { type: 'PHONE', params: 'required|digits:11' },
  billers: [
    {
      id: 'mtn-data',
      name: 'MTN Data',
      shortName: 'MTN Data',
      network: 'mtn',
      commission: percent(3),
      items: bundles(
        ['110mb-1d', '110 MB, 1 day', 100],
        ['500mb-1d', '500 MB, 1 day', 350],
        ['1gb-1d', '1 GB, 1 day', 500],
        ['1gb-7d', '1 GB, 7 days', 800],
        ['2gb-30d', '2 GB, 30 days', 1_500],
        ['7gb-30d', '7 GB, 30 days', 3_500],
        ['16gb-30d', '16.5 GB, 30 days', 6_500],
        ['75gb-30d', '75 GB, 30 days', 18_000],
      ),
    },
    {
      id: 'airtel-data',
      name: 'Airtel Data',
      shortName: 'Airtel Data',
      network: 'airtel',
      commission: percent(3.4),
      items: bundles(
        ['75mb-1d', '75 MB, 1 day', 75],
        ['300mb-1d', '300 MB, 1 day', 300],
        ['1gb-7d', '1 GB, 7 days', 800],
        ['2gb-30d', '2 GB, 30 days', 1_500],
        ['4gb-30d', '4 GB, 30 days', 2_500],
        ['10gb-30d', '10 GB, 30 days', 4_000],
        ['35gb-30d', '35 GB, 30 days', 10_000],
      ),
    },
    {
      id: 'glo-data',
      name: 'Glo Data',
      shortName: 'Glo Data',
      network: 'glo',
      commission: percent(4),
      items: bundles(
        ['125mb-1d', '125 MB, 1 day', 100],
        ['500mb-14d', '500 MB, 14 days', 300],
        ['1gb-14d', '1.1 GB, 14 days', 500],
        ['2gb-30d', '2.6 GB, 30 days', 1_000],
        ['6gb-30d', '6.15 GB, 30 days', 2_000],
        ['12gb-30d', '12.5 GB, 30 days', 4_000],
      ),
    },
    {
      id: 't2-data',
      name: 'T2 Data (9mobile)',
      shortName: 'T2 Data',
      network: 't2',
      commission: percent(4),
      items: bundles(
        ['100mb-1d', '100 MB, 1 day', 100],
        ['650mb-1d', '650 MB, 1 day', 200],
        ['1gb-30d', '1.1 GB, 30 days', 1_000],
        ['2gb-30d', '2.5 GB, 30 days', 2_000],
        ['5gb-30d', '5.2 GB, 30 days', 4_000],
        ['15gb-30d', '15 GB, 30 days', 10_000],
      ),
    },
  ],
};

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
