import { useState } from 'react';
import { Select, Text, TextInput } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { formatNaira } from '../../components/money.js';
import { spokenTime } from '../../components/time.js';
import { Waiting } from '../../components/waiting.js';

interface RefundDialogProps {
  readonly ticketId: string;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Asks colleagues for the refund of a purchase that a ticket is about. */
export function RefundDialog({ ticketId, userId, onClose }: RefundDialogProps) {
  const purchases = useOperation('control_user_trade_history', { uxid: userId });
  const [marker, setMarker] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const input =
    marker === null || reason.trim() === '' ? undefined : { ticket_id: ticketId, reqv: marker, reason: reason.trim() };
  return (
    <ActionDialog
      onClose={onClose}
      title="Ask for a refund"
      verb="Ask for it"
      action="control_ticket_refund"
      input={input}
      done="Colleagues can approve the refund now"
      changes={['control_proposal_fetch', 'control_work_queue', 'control_timeline_fetch']}
    >
      <Text size="sm">With the approval the money goes back to the wallet, and the customer is answered in this ticket.</Text>
      {purchases.isPending ? (
        <Waiting />
      ) : (
        <Select
          label="Purchase"
          required
          searchable
          data={(purchases.data && 'result' in purchases.data ? purchases.data.result : []).map((each) => ({
            value: each.marker,
            label: `${each.biller_item}, ${formatNaira(each.tx_amount)}, ${spokenTime(Number(each.recorded))}`,
          }))}
          value={marker}
          onChange={setMarker}
          nothingFoundMessage="This customer bought nothing"
        />
      )}
      <TextInput label="Reason" required value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </ActionDialog>
  );
}
