import type { PurchaseBooks } from '../shared/purchase-books.js';
import { ORDER_FAULTS, PAYMENTS, SCENARIOS } from './actions.js';
import type { Simulators } from './simulators.js';

const SHOWN = 100;

/** What the page shows. */
export function stateOf({ vtpass, quickteller, paystack, monnify }: Simulators): object {
  return {
    scenarios: Object.keys(SCENARIOS),
    orderFaults: Object.keys(ORDER_FAULTS),
    payments: PAYMENTS,
    billers: [
      { name: 'vtpass', title: 'VTpass', listens: vtpass.listens, complaints: vtpass.complaints, ...booksOf(vtpass.books) },
      {
        name: 'quickteller',
        title: 'Quickteller',
        listens: quickteller.listens,
        complaints: quickteller.complaints,
        ...booksOf(quickteller.books),
      },
    ],
    banks: [
      {
        name: 'paystack',
        title: 'Paystack',
        complaints: paystack.complaints,
        accounts: [...paystack.books.charges.values()]
          .reverse()
          .slice(0, SHOWN)
          .map((charge) => ({
            reference: charge.reference,
            account: charge.accountNumber,
            amountKobo: charge.amountKobo,
            receivedKobo: charge.receivedKobo,
            state: charge.state,
          })),
      },
      {
        name: 'monnify',
        title: 'Monnify',
        complaints: monnify.complaints,
        accounts: [...monnify.books.transactions.values()]
          .reverse()
          .slice(0, SHOWN)
          .map((transaction) => ({
            reference: transaction.paymentReference,
            account: transaction.accountNumber ?? '',
            amountKobo: Math.round(transaction.amount * 100),
            receivedKobo: monnify.books.receivedFor(transaction.paymentReference),
            state: transaction.state?.toLowerCase() ?? 'paid',
          })),
      },
    ],
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
