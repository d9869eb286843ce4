import { useState } from 'react';
import type { Item } from '@harmattan/client';
import { SegmentedControl, Text, Textarea } from '@mantine/core';
import { PROPOSED } from '../../api/toast.js';
import { useOperation } from '../../api/use-operation.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { formatNaira } from '../../components/money.js';
import { useMay } from '../../session/profile.js';

export type Payment = Item<'control_suspense_fetch'>;

type Outcome = 'recovered' | 'written_off';

const ABOUT: Readonly<Record<Outcome, string>> = {
  recovered: "The whole debt is taken from the user's wallet. This fails while the wallet has less.",
  written_off: 'It becomes an expense of the service. Over ₦1,000,000.00 two others have to approve it.',
};

/** Proposes how the debt of a reversed deposit ends. */
export function DebtDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const hasDebtor = payment.userid !== '';
  const [outcome, setOutcome] = useState<Outcome>(hasDebtor ? 'recovered' : 'written_off');
  const [reason, setReason] = useState('');
  const mayReadUsers = useMay('userControl.viewDetails');
  const user = useOperation('control_user_data_details', { uxid: payment.userid }, { enabled: hasDebtor && mayReadUsers });
  return (
    <ActionDialog
      onClose={onClose}
      title="Settle this debt"
      verb="Propose"
      action="control_suspense_settle"
      input={reason.trim() === '' ? undefined : { reqv: payment.marker, outcome, reason: reason.trim() }}
      done={PROPOSED}
      changes={[
        'control_suspense_fetch',
        'control_work_queue',
        'control_proposal_fetch',
        'control_timeline_fetch',
        'control_name_fetch',
      ]}
    >
      <SegmentedControl
        fullWidth
        aria-label="Outcome"
        value={outcome}
        onChange={setOutcome}
        data={[
          { value: 'recovered', label: 'Recover', disabled: !hasDebtor },
          { value: 'written_off', label: 'Write off' },
        ]}
      />
      {user.data && (
        <Text size="sm">{`Their wallet has ${formatNaira(user.data.balance)} now; ${formatNaira(payment.amount)} is owed.`}</Text>
      )}
      <Text size="sm">{ABOUT[outcome]} Nothing moves before another member of staff approves it.</Text>
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
