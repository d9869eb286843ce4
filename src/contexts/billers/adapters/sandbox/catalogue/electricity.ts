import { type BillerData, type CategoryData, free, percent } from './shape.js';

const COMPANIES: readonly (readonly [id: string, name: string, shortName: string, commissionPercent: number])[] = [
  ['ikeja-electric', 'Ikeja Electric', 'IKEDC', 1.5],
  ['eko-electric', 'Eko Electricity', 'EKEDC', 1],
  ['abuja-electric', 'Abuja Electricity', 'AEDC', 1.2],
  ['kano-electric', 'Kano Electricity', 'KEDCO', 1],
  ['portharcourt-electric', 'Port Harcourt Electricity', 'PHED', 2],
  ['jos-electric', 'Jos Electricity', 'JED', 0.9],
  ['ibadan-electric', 'Ibadan Electricity', 'IBEDC', 1.1],
  ['kaduna-electric', 'Kaduna Electric', 'KAEDCO', 1.5],
  ['enugu-electric', 'Enugu Electricity', 'EEDC', 1.4],
  ['benin-electric', 'Benin Electricity', 'BEDC', 1.5],
  ['yola-electric', 'Yola Electricity', 'YEDC', 1.2],
  ['aba-electric', 'Aba Power', 'ABA', 1.5],
];

function company([id, name, shortName, share]: (typeof COMPANIES)[number]): BillerData {
  return {
    id,
    name,
    shortName,
    commission: percent(share),
    surchargeNaira: 100,
    items: [
      free('prepaid', `${shortName} Prepaid`, 500, 500_000, { deliversPin: true }),
      free('postpaid', `${shortName} Postpaid`, 500, 1_000_000, { feeNaira: 50 }),
    ],
  };
}

export const ELECTRICITY: CategoryData = {
  id: 'electricity',
  name: 'Electricity',
  description: 'Prepaid tokens and postpaid bills',
  type: 'ELECTRICITY',
  customerLabel: 'Meter Number',
  detailLabel: 'Service Address',
  validation: { type: 'METER', params: 'required|digits_between:10,13' },
  billers: COMPANIES.map(company),
};
