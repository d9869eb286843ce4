import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '../../../kernel/timeline.js';
import { MailRecords } from '../../../platform/mail/mail-records.js';
import { journalEntries, Journals, providerCosts, providerHeld } from '../../../ledger/index.js';
import { WebhookEntries } from '../../webhooks/index.js';
import { type AnswerLine, type AttemptedOrder, type AttemptLine, AttemptTimeline } from '../application/attempt-timeline.js';
import type { ProviderCall } from '../domain/verdict.js';

const CALLS: Readonly<Record<ProviderCall, string>> = {
  submit: 'order',
  query: 'question',
  resubmit: 'repeated order',
};

@Injectable()
export class RecordedAttemptTimeline extends AttemptTimeline {
  constructor(
    private readonly journals: Journals,
    private readonly mails: MailRecords,
    private readonly webhooks: WebhookEntries,
  ) {
    super();
  }

  async entriesOf(order: AttemptedOrder): Promise<TimelineEntry[]> {
    const { id, userId, what, verb, createdAt, attempts, answers } = order;
    const providers = new Map(attempts.map((attempt) => [attempt.id, attempt.provider]));
    const accounts = attempts.flatMap(({ provider }) => [providerHeld(provider), providerCosts(provider)]);
    const journals = await this.journals.about(id, [...new Set([userId, ...accounts])], timesOf(order));
    const causes = journals.map((journal) => journal.id);
    const told = await Promise.all([this.mails.entriesOf(causes), this.webhooks.entriesOf(causes)]);
    const moved = journalEntries(journals);
    // What is of one moment is told in this order.
    return [
      { at: createdAt, part: 'user', what, detail: '', userId },
      ...moved.slice(0, 1),
      ...attempts.map((attempt) => attemptEntry(attempt, verb)),
      ...answers.map((answer) => answerEntry(answer, providers.get(answer.attemptId) ?? 'The provider')),
      ...moved.slice(1),
      ...told.flat(),
    ];
  }
}

/** Attempts and answers are rows of the commits that move the money. */
function timesOf({ createdAt, settledAt, attempts, answers }: AttemptedOrder): number[] {
  const times = [createdAt, ...[...attempts, ...answers].map((row) => row.createdAt)];
  return [...new Set(settledAt === null ? times : [...times, settledAt])];
}

function attemptEntry({ provider, reference, number, createdAt }: AttemptLine, verb: string): TimelineEntry {
  const what = `${provider} was asked to ${verb}${number > 1 ? ' instead' : ''}`;
  return { at: createdAt, part: 'provider', what, detail: `reference ${reference}`, userId: '' };
}

function answerEntry(answer: AnswerLine, provider: string): TimelineEntry {
  const { call, outcome, code, message, httpStatus, providerReference, createdAt } = answer;
  const detail = [
    code,
    message,
    httpStatus === null ? '' : `HTTP ${httpStatus}`,
    providerReference && `reference ${providerReference}`,
  ];
  const what = `${provider} answered our ${CALLS[call]}: ${outcome.replaceAll('_', ' ')}`;
  return { at: createdAt, part: 'provider', what, detail: detail.filter((text) => text !== '').join(' · '), userId: '' };
}
