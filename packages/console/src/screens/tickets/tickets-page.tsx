import { useState } from 'react';
import type { Input } from '@harmattan/client';
import { DataPage } from '../../components/data-page.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import { useMay } from '../../session/profile.js';
import { CloseDialog, type ClosedTicket } from './close-dialog.js';

type Given = Input<'control_support_ticket_fetch'>;

const STATES: { value: NonNullable<Given['status']>; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'closed', label: 'Closed' },
];
const CATEGORIES: { value: NonNullable<Given['category']>; label: string }[] = [
  { value: 'account', label: 'Account' },
  { value: 'payment', label: 'Payment' },
  { value: 'technical', label: 'Technical' },
  { value: 'other', label: 'Other' },
];

export default function TicketsPage() {
  const mayModify = useMay('helpControl.allowModify');
  const [closed, setClosed] = useState<readonly ClosedTicket[]>([]);
  const bulk = mayModify ? { verb: 'Close', isFor: isOpen, onStart: setClosed } : undefined;
  return (
    <>
      <DataPage
        title="Tickets"
        action="control_support_ticket_fetch"
        filters={[
          { name: 'status', label: 'State', choices: STATES },
          { name: 'category', label: 'Category', choices: CATEGORIES },
        ]}
        input={({ status, category }) => ({
          ...(status ? { status: status as Given['status'] } : {}),
          ...(category ? { category: category as Given['category'] } : {}),
        })}
        bulk={bulk}
        rowKey={({ ticket_id: id }) => id}
        to={({ ticket_id: ticketId }) => ({ to: '/tickets/$ticketId', params: { ticketId } })}
        empty="No ticket matches"
        columns={[
          {
            title: 'Subject',
            render: ({ ticket_id: ticketId, subject }) => (
              <ScreenLink to="/tickets/$ticketId" params={{ ticketId }} fw={600} className="wrap">
                {subject}
              </ScreenLink>
            ),
          },
          { title: 'User', render: ({ userid }) => <UserLink id={userid} /> },
          { title: 'Number', render: ({ reference_number: number }) => number },
          { title: 'Category', sort: 'category', render: ({ category }) => category },
          { title: 'Priority', sort: 'priority', render: ({ priority }) => priority },
          { title: 'Answers', sort: 'responses', align: 'right', render: ({ responses }) => responses },
          { title: 'State', sort: 'status', render: ({ status }) => <Status value={status} /> },
          { title: 'Changed', sort: 'updated_at', render: ({ updated_at: at }) => <Time at={at} isRelative /> },
        ]}
      />
      {closed.length > 0 && <CloseDialog tickets={closed} onClose={() => setClosed([])} />}
    </>
  );
}

function isOpen({ status }: { readonly status: string }): boolean {
  return status !== 'closed';
}
