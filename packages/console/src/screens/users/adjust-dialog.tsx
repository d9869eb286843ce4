import { useState } from 'react';
import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { PROPOSED } from '../../api/toast.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { formatNaira } from '../../components/money.js';
import { NairaField } from '../../components/naira-field.js';
import { useDraftFields } from '../../components/use-fields.js';
import type { DialogProps } from './user-dialog.js';

type Direction = 'add' | 'take';

/** Proposes to add to a wallet or to take from it. */
export function AdjustDialog({ userId, user, onClose }: DialogProps) {
  const [direction, setDirection] = useState<Direction>('add');
  const { form, values, field, forget } = useDraftFields(`adjust-${userId}`, { amount: '', reason: '', ticket: '' });
  const naira = Number(values.amount);
  const [reason, ticket] = [values.reason.trim(), values.ticket.trim()];
  const given = { emal: user.referralCode, amount: direction === 'add' ? naira : -naira, reason, ...(ticket ? { ticket } : {}) };
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Adjust the wallet"
      verb="Propose"
      action="control_wallet_adjust"
      input={naira > 0 && reason !== '' ? given : undefined}
      done={PROPOSED}
      changes={['control_proposal_fetch', 'control_work_queue']}
      onDone={forget}
    >
      <SegmentedControl
        fullWidth
        aria-label="Direction"
        value={direction}
        onChange={setDirection}
        data={[
          { value: 'add', label: 'Add' },
          { value: 'take', label: 'Take' },
        ]}
      />
      <NairaField
        label="Amount"
        data-autofocus
        {...field('amount')}
        description={`The balance is ${formatNaira(user.balance)}${naira > 0 ? `, and would be ${formatNaira(user.balance + given.amount)}` : ''}`}
      />
      <Textarea label="Reason" description="The user sees it" required autosize minRows={2} {...field('reason')} />
      <TextInput label="Ticket, where there is one" {...field('ticket')} />
      <Text size="sm" c="dimmed">
        Nothing moves before another member of staff approves it; over ₦1,000,000.00 two of them.
      </Text>
    </ActionDialog>
  );
}
