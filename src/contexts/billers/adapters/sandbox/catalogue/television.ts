import { type CategoryData, fixed, flat, percent } from './shape.js';

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
