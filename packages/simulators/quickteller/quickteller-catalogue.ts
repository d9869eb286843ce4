export interface QuicktellerItem {
  readonly paymentCode: string;
  readonly code: string;
  readonly name: string;
  /** Undefined: any amount. */
  amountKobo?: number;
  readonly delivers: 'token' | 'pin' | 'nothing';
}

export interface QuicktellerBiller {
  readonly id: number;
  readonly categoryId: number;
  readonly name: string;
  readonly shortName: string;
  /** Names the customer's number. */
  readonly label: string;
  /** Kobo, as text; may be empty. */
  surcharge: string;
  readonly leastKobo: number;
  readonly mostKobo: number;
  readonly items: readonly QuicktellerItem[];
}

export const QUICKTELLER_CATEGORIES: readonly (readonly [id: number, name: string])[] = [
  [1, 'Utilities'],
  [2, 'Cable TV'],
  [4, 'Mobile Recharge'],
  [12, 'Education'],
];

const PHONE = 'Phone Number';
const AIRTIME = { categoryId: 4, label: PHONE, surcharge: '0', leastKobo: 5_000, mostKobo: 1_000_000 };
const OTHER = { leastKobo: 100, mostKobo: 100_000_000 };

/** A new one for each simulator, because prices change. */
export function quicktellerBillers(): QuicktellerBiller[] {
  return [...mobileBillers(), ...televisionBillers(), ...otherBillers()];
}

function mobileBillers(): QuicktellerBiller[] {
  return [
    { ...AIRTIME, id: 109, name: 'MTN e-Charge Prepaid', shortName: 'MTN', items: [open('10906', '01', 'MTN Top-up')] },
    { ...AIRTIME, id: 402, name: 'Glo QuickCharge (Topup)', shortName: 'Glo', items: [open('40201', '01', 'Glo Top-up')] },
    { ...AIRTIME, id: 901, name: 'Airtel Mobile Top-up', shortName: 'Airtel', items: [open('90101', '01', 'Airtel Top-up')] },
    {
      ...AIRTIME,
      id: 120,
      name: 'Etisalat Recharge Top-Up',
      shortName: 'Etisalat',
      items: [open('12001', '01', 'Etisalat Top-up')],
    },
    {
      ...AIRTIME,
      id: 108,
      name: 'Airtel Recharge Pins',
      shortName: 'AirtelPins',
      items: [{ ...fixed('10801', '01', 'Airtel N500 PIN', 50_000), delivers: 'pin' }],
    },
    {
      ...AIRTIME,
      id: 3_000,
      name: 'MTN Data Bundles',
      shortName: 'MTNData',
      items: [fixed('300001', '01', 'N1000 1.5GB - 30 days', 100_000), fixed('300002', '02', 'N2000 4.5GB - 30 days', 200_000)],
    },
  ];
}

function televisionBillers(): QuicktellerBiller[] {
  return [
    {
      ...OTHER,
      id: 104,
      categoryId: 2,
      name: 'DSTV Subscription',
      shortName: 'DSTV',
      label: 'Smart Card Number',
      surcharge: '10000',
      items: [
        fixed('10401', '01', 'DStv Padi', 185_000),
        fixed('10402', '02', 'DStv Yanga', 256_500),
        fixed('10403', '03', 'DStv Compact', 790_000),
      ],
    },
    {
      ...OTHER,
      id: 459,
      categoryId: 2,
      name: 'GOtv',
      shortName: 'GOTV',
      label: 'IUC Number',
      surcharge: '10000',
      items: [fixed('45901', '01', 'GOtv Max', 360_000)],
    },
  ];
}

function otherBillers(): QuicktellerBiller[] {
  return [
    {
      ...OTHER,
      id: 766,
      categoryId: 1,
      name: 'Ikeja Electric Token Purchase (Prepaid)',
      shortName: 'IKEDCPRE',
      label: 'Customer Metre Number',
      surcharge: '10000',
      items: [{ ...open('76601', '01', 'Ikeja Electric Prepaid'), delivers: 'token' }],
    },
    {
      ...OTHER,
      id: 767,
      categoryId: 1,
      name: 'Ikeja Electric Bill Payment (Postpaid)',
      shortName: 'IKEDCPOST',
      label: 'Customer Account Number',
      surcharge: '10000',
      items: [open('76701', '01', 'Ikeja Electric Postpaid')],
    },
    {
      ...OTHER,
      id: 803,
      categoryId: 12,
      name: 'WAEC Result Checker PIN',
      shortName: 'WAEC',
      label: PHONE,
      surcharge: '0',
      items: [{ ...fixed('80301', '01', 'WAEC Result Checker PIN', 90_000), delivers: 'pin' }],
    },
  ];
}

function open(paymentCode: string, code: string, name: string): QuicktellerItem {
  return { paymentCode, code, name, delivers: 'nothing' };
}

function fixed(paymentCode: string, code: string, name: string, amountKobo: number): QuicktellerItem {
  return { paymentCode, code, name, amountKobo, delivers: 'nothing' };
}
