import type { PurchaseBooks } from '../shared/purchase-books.js';
import { ORDER_FAULTS, PAYMENTS, SCENARIOS } from './actions.js';
import { PAYOUT_SCENARIOS } from './payout-actions.js';
import type { Simulators } from './simulators.js';

const SHOWN = 100;

/** What the page shows. */
export function stateOf({ billers, banks, payers }: Simulators): object {
  return {
    scenarios: Object.keys(SCENARIOS),
    orderFaults: Object.keys(ORDER_FAULTS),
    payments: PAYMENTS,
    payoutScenarios: Object.keys(PAYOUT_SCENARIOS),
    billers: billers.map(({ name, title, running }) => ({
      name,
      title,
      listens: running.listens,
      complaints: running.complaints,
      ...booksOf(running.books),
    })),
    banks: banks.map(({ name, title, running }) => ({
      name,
      title,
      complaints: running.complaints,
      accounts: running.accounts.slice(0, SHOWN),
    })),
    payers: payers.map(({ name, title, running: { listens, payouts } }) => ({
      name,
      title,
      listens,
      floatKobo: payouts.books.floatKobo,
      paidKobo: payouts.books.paidKobo,
      answers: payouts.answers.slice(-5),
      payouts: payouts.books.newestFirst.slice(0, SHOWN).map(({ scenario: _, ...payout }) => payout),
    })),
  };
}

function booksOf(books: PurchaseBooks) {
  return {
    floatKobo: books.floatKobo,
    deliveredKobo: books.deliveredKobo,
    sold: [...books.sold.values()]
      .reverse()
      .slice(0, SHOWN)
      .map(({ scenario: _, ...sold }) => sold),
  };
}
