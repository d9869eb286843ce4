/** The first value of each is the id of its subject, whose events are handled in their order. Values are ids, no secrets; journals tell about money. */
export interface Events {
  'catalogue.synced': { readonly provider: string };
  'contact.created': { readonly contactId: string };
  'data_export.requested': { readonly exportId: string; readonly userId: string };
  'file.downloaded': { readonly fileId: string; readonly userId: string };
  'file.processed': { readonly fileId: string; readonly userId: string; readonly status: 'active' | 'rejected' };
  'file.uploaded': { readonly fileId: string; readonly userId: string };
  'identity.verified': { readonly userId: string };
  /** A job with attempts without end ended its process again and again. */
  'job.crashes': { readonly jobId: string; readonly name: string; readonly key: string };
  'job.set_aside': { readonly jobId: string; readonly name: string; readonly key: string };
  'journal.postponed': { readonly subject: string; readonly consumer: string; readonly journalId: string };
  'proposal.grants_approved': { readonly proposalId: string };
  'proposal.refund_approved': { readonly proposalId: string };
  'proposal.user_change_approved': { readonly proposalId: string };
  'proposal.statement_approved': { readonly proposalId: string };
  'proxy.untrusted': { readonly peer: string; readonly header: string };
  'statement.requested': { readonly statementId: string; readonly userId: string };
  'system_log.created': { readonly systemLogId: string; readonly kind: 'error' };
  'ticket.created': { readonly ticketId: string; readonly reference: string; readonly userId: string };
  'ticket.ended': {
    readonly ticketId: string;
    readonly reference: string;
    readonly userId: string;
    readonly status: 'resolved' | 'closed';
  };
  'ticket.replied': {
    readonly ticketId: string;
    readonly messageId: string;
    readonly reference: string;
    readonly userId: string;
    readonly from: 'user' | 'staff';
  };
  'user.active': { readonly userId: string; readonly at: number };
  'user.created': { readonly userId: string };
  'user.renamed': { readonly userId: string };
  'user.sign_in_failed': { readonly userId: string; readonly loginId: string };
  'user.signed_in': { readonly userId: string; readonly loginId: string };
  'webhook.received': { readonly webhookId: string };
  'webhook.reopened': { readonly webhookId: string; readonly direction: 'inbound' | 'outbound' };
}

export type EventName = keyof Events;

/** Handled after the commit. */
export type DomainEvent<Name extends EventName = EventName> = {
  [Known in Name]: { readonly name: Known; readonly data: Events[Known] };
}[Name];

/** Events are made by this function alone, so that a test finds names that no code raises. */
export function domainEvent<Name extends EventName>(name: Name, data: Events[Name]): DomainEvent<Name> {
  return { name, data };
}

export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** Cut to its column. */
export function subjectOf(data: EventData): string {
  return String(Object.values(data)[0] ?? '').slice(0, 64);
}

/** Writes events in the caller's unit of work. */
export abstract class Outbox {
  abstract add(...events: DomainEvent[]): Promise<void>;
}
