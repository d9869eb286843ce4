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
