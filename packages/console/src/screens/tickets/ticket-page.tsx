import { useState } from 'react';
import type { Data } from '@harmattan/client';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorNotice } from '../../components/error-notice.js';
import { Facts } from '../../components/facts.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { useAddressPart } from '../../components/use-address.js';
import { UserLink } from '../../components/user-link.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { CloseDialog } from './close-dialog.js';
import { Message } from './message.js';
import { RefundDialog } from './refund-dialog.js';
import { Reply } from './reply.js';

type Ticket = Extract<Data<'control_support_ticket_fetch'>, { messages: unknown }>;

const CHANGES = ['control_support_ticket_fetch', 'control_work_queue', 'control_timeline_fetch'] as const;

export default function TicketPage() {
  const ticketId = useAddressPart('ticketId');
  const ticket = useOperation('control_support_ticket_fetch', { ticket_id: ticketId });
  if (ticket.isPending) return <Waiting />;
  if (ticket.error) return <ErrorNotice error={ticket.error} retry={() => void ticket.refetch()} />;
  return <View ticket={ticket.data as Ticket} />;
}

function View({ ticket }: { readonly ticket: Ticket }) {
  const mayModify = useMay('helpControl.allowModify');
  const maySeePurchases = useMay('userControl.viewHistory');
  const [isAsking, setAsking] = useState(false);
  return (
    <Stack gap="md">
      <PageTitle title={ticket.subject} actions={mayModify && <State ticket={ticket} />} />
      <Section
        title="Ticket"
        actions={
          mayModify &&
          maySeePurchases &&
          ticket.status !== 'closed' && (
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              Ask for a refund
            </Button>
          )
        }
      >
        <Facts
          facts={[
            ['Number', <Reference key="number" value={ticket.reference_number} />],
            ['User', <UserLink key="user" id={ticket.userid} />],
            [
              'Their purchases',
              maySeePurchases && (
                <ScreenLink to="/users/$userId" params={{ userId: ticket.userid }} search={{ tab: 'purchases' }}>
                  Purchases
                </ScreenLink>
              ),
            ],
            ['Category', ticket.category],
            ['Since', <Time key="since" at={ticket.created_at} />],
            ['Changed', <Time key="changed" at={ticket.updated_at} />],
          ]}
        />
      </Section>
      <Stack gap="sm" component="section" aria-label="Conversation">
        {ticket.messages.map((message) => (
          <Message key={`${message.created_at}${message.from}`} message={message} />
        ))}
      </Stack>
      {mayModify && ticket.status !== 'closed' && <Reply ticketId={ticket.ticket_id} changes={CHANGES} />}
      {isAsking && <RefundDialog ticketId={ticket.ticket_id} userId={ticket.userid} onClose={() => setAsking(false)} />}
      <CaseParts kind="ticket" id={ticket.ticket_id} />
    </Stack>
  );
}

function State({ ticket }: { readonly ticket: Ticket }) {
  const { ticket_id: id, status, priority } = ticket;
  const [isClosing, setClosing] = useState(false);
  const update = useAction('control_support_ticket_update', {
    done: 'The ticket is changed',
    changes: CHANGES,
    tellsErrors: true,
  });
  return (
    <Group gap="xs">
      <Select
        aria-label="State"
        w={150}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'in_progress', label: 'In progress' },
          { value: 'resolved', label: 'Resolved' },
          { value: 'closed', label: 'Closed' },
        ]}
        value={status}
        allowDeselect={false}
        disabled={update.isPending}
        onChange={(value) => (value === 'closed' ? setClosing(true) : update.mutate({ ticket_id: id, status: value as 'open' }))}
      />
      <Select
        aria-label="Priority"
        w={130}
        data={[
          { value: 'low', label: 'Low' },
          { value: 'medium', label: 'Medium' },
          { value: 'high', label: 'High' },
        ]}
        value={priority}
        allowDeselect={false}
        disabled={update.isPending}
        onChange={(value) => update.mutate({ ticket_id: id, priority: value as 'low' })}
      />
      {isClosing && <CloseDialog tickets={[ticket]} onClose={() => setClosing(false)} />}
    </Group>
  );
}
