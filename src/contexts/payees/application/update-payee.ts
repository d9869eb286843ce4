import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { payeesFailures } from '../domain/payees.failures.js';
import { SavedPayees } from './ports.js';

interface PayeeChanges {
  readonly label?: string | undefined;
  /** Confirms the name that the bank tells now. */
  readonly name?: string | undefined;
}

@Injectable()
export class UpdatePayee {
  constructor(private readonly saved: SavedPayees) {}

  /** @throws Failure `payees.no_payee`, `payees.other_name`, `payees.nothing_to_change` */
  async execute(userId: string, marker: string, { label, name }: PayeeChanges): Promise<void> {
    if (label === undefined && name === undefined) throw new Failure(payeesFailures.nothing_to_change);
    const payee = await this.saved.find(userId, marker);
    if (!payee) throw new Failure(payeesFailures.no_payee);
    if (name !== undefined && name !== (payee.changedName || payee.name))
      throw new Failure(payeesFailures.other_name, { text: `The bank tells the name ${payee.changedName || payee.name} now` });
    await this.saved.change(userId, marker, {
      ...(label === undefined ? {} : { label }),
      ...(name === undefined ? {} : { name, changedName: '' }),
    });
  }
}
