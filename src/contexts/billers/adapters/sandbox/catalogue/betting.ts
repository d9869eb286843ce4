import { type BillerData, type CategoryData, free, percent } from './shape.js';

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
