import { type BillerData, type CategoryData, free, percent, fixed, flat } from './shape.js';

function bookmaker(id: string, name: string, minimumNaira: number): BillerData {
  return {
    id,
    name,
    shortName: name,
    commission: percent(0.5),
    surchargeNaira: 50,
    items: [free('wallet', `${name} Wallet Funding`, minimumNaira, 500_000)],
  };
}

export const BETTING: CategoryData = {
  id: 'betting',
  name: 'Betting',
  description: 'Funding of betting wallets',
  type: 'BETTING',
  customerLabel: 'User ID',
  validation: { type: 'ACCOUNT', params: 'required|alpha_num|between:4,20' },
  billers: [
    bookmaker('bet9ja', 'Bet9ja', 100),
    bookmaker('sportybet', 'SportyBet', 100),
    bookmaker('betking', 'BetKing', 100),
    bookmaker('nairabet', 'NairaBet', 200),
    bookmaker('merrybet', 'MerryBet', 100),
  ],
};

const PIN = { deliversPin: true };

export const EDUCATION: CategoryData = {
  id: 'education',
  name: 'Education',
  description: 'Examination PINs and registrations',
  type: 'EDUCATION',
  customerLabel: 'Profile ID or Phone Number',
  validation: { type: 'PROFILE', params: 'required|alpha_num|between:8,20' },
  billers: [
    {
      id: 'waec',
      name: 'WAEC',
      shortName: 'WAEC',
      commission: flat(250),
      items: [
        fixed('result-checker', 'WAEC Result Checker PIN', 3_900, PIN),
        fixed('registration', 'WAEC Private Registration PIN', 27_000, PIN),
      ],
    },
    {
      id: 'neco',
      name: 'NECO',
      shortName: 'NECO',
      commission: flat(100),
      items: [
        fixed('result-token', 'NECO Result Token', 1_250, PIN),
        fixed('registration', 'NECO External Registration PIN', 22_000, PIN),
      ],
    },
    {
      id: 'jamb',
      name: 'JAMB',
      shortName: 'JAMB',
      commission: flat(150),
      items: [
        fixed('utme-mock', 'UTME PIN with mock', 8_700, { ...PIN, feeNaira: 100 }),
        fixed('utme', 'UTME PIN without mock', 7_200, { ...PIN, feeNaira: 100 }),
        fixed('direct-entry', 'Direct Entry PIN', 5_700, { ...PIN, feeNaira: 100 }),
      ],
    },
    {
      id: 'nabteb',
      name: 'NABTEB',
      shortName: 'NABTEB',
      commission: flat(100),
      items: [fixed('result-checker', 'NABTEB Result Checker PIN', 1_500, PIN)],
    },
  ],
};

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

export const TELEVISION: CategoryData = {
  id: 'cabletv',
  name: 'Cable TV',
  description: 'Television subscriptions',
  type: 'CABLETV',
  customerLabel: 'Smartcard Number',
  validation: { type: 'SMARTCARD', params: 'required|digits_between:10,11' },
  billers: [
    {
      id: 'dstv',
      name: 'DStv Subscription',
      shortName: 'DStv',
      commission: percent(1.5),
      surchargeNaira: 100,
      items: [
        fixed('padi', 'DStv Padi', 4_400),
        fixed('yanga', 'DStv Yanga', 6_000),
        fixed('confam', 'DStv Confam', 11_000),
        fixed('compact', 'DStv Compact', 19_000),
        fixed('compact-plus', 'DStv Compact Plus', 30_000),
        fixed('premium', 'DStv Premium', 44_500),
      ],
    },
    {
      id: 'gotv',
      name: 'GOtv Payment',
      shortName: 'GOtv',
      commission: percent(1.5),
      surchargeNaira: 100,
      items: [
        fixed('smallie', 'GOtv Smallie, monthly', 1_900),
        fixed('jinja', 'GOtv Jinja', 3_900),
        fixed('jolli', 'GOtv Jolli', 5_800),
        fixed('max', 'GOtv Max', 8_500),
        fixed('supa', 'GOtv Supa', 11_400),
        fixed('supa-plus', 'GOtv Supa Plus', 16_800),
      ],
    },
    {
      id: 'startimes',
      name: 'StarTimes Subscription',
      shortName: 'StarTimes',
      commission: percent(2),
      items: [
        fixed('nova-weekly', 'Nova (dish), 1 week', 700),
        fixed('nova', 'Nova (dish), 1 month', 2_100),
        fixed('basic', 'Basic (antenna), 1 month', 4_000),
        fixed('classic', 'Classic (antenna), 1 month', 6_000),
        fixed('super', 'Super (dish), 1 month', 9_800),
      ],
    },
    {
      id: 'showmax',
      name: 'Showmax',
      shortName: 'Showmax',
      commission: flat(50),
      items: [
        fixed('mobile', 'Showmax Mobile, 1 month', 1_600),
        fixed('entertainment', 'Showmax Entertainment, 1 month', 3_500),
        fixed('premier-league', 'Showmax Premier League Mobile, 1 month', 3_200),
      ],
    },
  ],
};
