import type { PurchaseBooks } from '../shared/purchase-books.js';
import { ORDER_FAULTS, PAYMENTS, SCENARIOS } from './actions.js';
import type { Simulators } from './simulators.js';

const SHOWN = 100;

/** What the page shows. */
export function stateOf({ billers, banks }: Simulators): object {
  return {
    scenarios: Object.keys(SCENARIOS),
    orderFaults: Object.keys(ORDER_FAULTS),
    payments: PAYMENTS,
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
