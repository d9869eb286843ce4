import { traced } from '../../platform/telemetry/tracing.js';
import { Ledger } from '../application/ports.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';

/** Shows in the trace of a request how long it waited for its commit. */
export class TracedLedger extends Ledger {
  constructor(private readonly ledger: Ledger) {
    super();
  }

  commit(command: LedgerCommand): Promise<CommitResult> {
    return traced('commit', { 'harmattan.kind': command.journal?.kind ?? 'none' }, () => this.ledger.commit(command));
  }
}
