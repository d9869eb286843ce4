import { Injectable } from '@nestjs/common';
import { Operation } from '../../platform/http/operation.decorator.js';
import { ShowBooks } from './application/show-books.js';
import { presentBooks } from './books.presenters.js';
import { BooksInput } from './reconciliation.inputs.js';

@Injectable()
export class BooksOperations {
  constructor(private readonly showBooks: ShowBooks) {}

  @Operation('control_books_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: () => 'books',
    present: presentBooks,
    summary:
      'The system accounts with their balances and the trial balance (assets, liabilities, income, expense), now or at the end of a day in Lagos (rqvl, as 2026-11-20), the head of the chain, the last verification and the last anchor, and the last reconciliation with each provider.',
  })
  fetch({ rqvl: day }: BooksInput) {
    return this.showBooks.execute(day);
  }
}
