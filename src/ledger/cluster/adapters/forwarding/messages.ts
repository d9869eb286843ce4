import { Replayed, type IdempotencyRecord } from '../../../../kernel/caller.js';
import { Failure, type FailureKind } from '../../../../kernel/failure.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate, type RowValue } from '../../../../kernel/row-changes.js';
import type { CommitResult, LedgerCommand } from '../../../domain/ledger-command.js';

export interface ForwardedCommand {
  /** Counted by the sender. */
  readonly no: number;
  readonly attemptId: string;
  readonly command: LedgerCommand;
}

interface SentFailure {
  readonly name: string;
  readonly kind: FailureKind;
  readonly text: string;
  readonly retryAfterSeconds?: number | undefined;
  readonly remembered: boolean;
}

/** `returned`: nothing was done, and the sender commits the command itself. */
export type Outcome =
  | { readonly committedAt: number }
  | { readonly replayed: IdempotencyRecord }
  | { readonly stale: true }
  | { readonly failed: SentFailure }
  | { readonly returned: true };

export type Message =
  /** A process sends it to itself. */
  | { readonly ping: true }
  | { readonly commands: readonly ForwardedCommand[] }
  /** `waiting`: the commands of the receiver that have no outcome yet. */
  | { readonly outcomes: readonly (readonly [no: number, outcome: Outcome])[]; readonly waiting: readonly number[] };

export function encode(message: Message): string {
  if (!('commands' in message)) return JSON.stringify(message);
  return JSON.stringify({
    commands: message.commands.map(({ command, ...rest }) => ({
      ...rest,
      command: {
        ...command,
        inserts: command.inserts?.map((insert) => ({ ...insert, values: encodeValues(insert.values) })),
        updates: command.updates?.map((update) => ({ ...update, set: encodeValues(update.set) })),
      },
    })),
  });
}

export function decode(text: string): Message {
  const message = JSON.parse(text) as Message;
  if (!('commands' in message)) return message;
  return { commands: message.commands.map(({ command, ...rest }) => ({ ...rest, command: decodeCommand(command) })) };
}

function decodeCommand({ inserts, updates, spendingLimit, ...command }: LedgerCommand): LedgerCommand {
  return {
    ...command,
    ...(inserts ? { inserts: inserts.map((insert): RowInsert => ({ ...insert, values: decodeValues(insert.values) })) } : {}),
    ...(updates ? { updates: updates.map((update): RowUpdate => ({ ...update, set: decodeValues(update.set) })) } : {}),
    // JSON has no Infinity.
    ...(spendingLimit
      ? {
          spendingLimit: {
            ...spendingLimit,
            periods: spendingLimit.periods.map((period) => ({
              ...period,
              fromMs: period.fromMs ?? Infinity,
              untilMs: period.untilMs ?? Infinity,
            })),
          },
        }
      : {}),
  };
}

type SentValue = string | number | null | { readonly bytes: string } | { readonly committedAt: true };

function encodeValues(values: Readonly<Record<string, RowValue>>): Record<string, SentValue> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => {
      if (value === COMMITTED_AT) return [column, { committedAt: true }];
      return [column, value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value];
    }),
  );
}

function decodeValues(values: Readonly<Record<string, unknown>>): Record<string, RowValue> {
  return Object.fromEntries(
    Object.entries(values as Record<string, SentValue>).map(([column, value]) => {
      if (value === null || typeof value !== 'object') return [column, value];
      return [column, 'bytes' in value ? Buffer.from(value.bytes, 'base64') : COMMITTED_AT];
    }),
  );
}

export function outcomeOf(result: CommitResult): Outcome {
  if (result === 'stale') return { stale: true };
  return result instanceof Replayed ? { replayed: result.record } : { committedAt: result.committedAt };
}

/** An error that is no Failure is returned: the sender meets it again, and logs it beside the request that it fails. */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof Failure)) return { returned: true };
  const { failure: name, kind, message: text, retryAfterSeconds, remembered } = error;
  return { failed: { name, kind, text, retryAfterSeconds, remembered } };
}

/** @throws Failure with which the command failed */
export function resultOf(outcome: Exclude<Outcome, { readonly returned: true }>): CommitResult {
  if ('failed' in outcome) {
    const { retryAfterSeconds, remembered, ...definition } = outcome.failed;
    throw new Failure(definition, { remembered, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  }
  if ('stale' in outcome) return 'stale';
  return 'replayed' in outcome ? new Replayed(outcome.replayed) : { committedAt: outcome.committedAt };
}
