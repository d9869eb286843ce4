import { useState } from 'react';
import { SegmentedControl, Text, Textarea } from '@mantine/core';
import type { Action } from '@harmattan/client';
import { ActionDialog } from '../../components/action-dialog.js';
import { DayField } from '../../components/day-field.js';
import { formatNaira } from '../../components/money.js';
import { NairaField } from '../../components/naira-field.js';
import { useDraftFields } from '../../components/use-fields.js';
import { type DialogProps, type User, USER_READS } from './user-dialog.js';

const CHANGES: readonly Action[] = USER_READS;

/** Keeps an amount, or all, from leaving the wallet. */
export function HoldDialog({ userId, user, onClose }: DialogProps) {
  const [what, setWhat] = useState<'amount' | 'all'>('amount');
  const { form, values, field, forget } = useDraftFields(`hold-${userId}`, { amount: '', until: '', reason: '' });
  const [naira, reason] = [Number(values.amount), values.reason.trim()];
  const held = what === 'all' ? { all: true } : { amount: naira };
  const isReady = reason !== '' && (what === 'all' || naira > 0);
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Hold money in the wallet"
      verb="Hold"
      color="red"
      action="control_user_hold"
      input={isReady ? { uxid: userId, ...held, ...(values.until === '' ? {} : { until: values.until }), reason } : undefined}
      done="The money is held"
      changes={CHANGES}
      onDone={forget}
    >
      <SegmentedControl
        fullWidth
        aria-label="How much"
        value={what}
        onChange={setWhat}
        data={[
          { value: 'amount', label: 'An amount' },
          { value: 'all', label: 'All' },
        ]}
      />
      {what === 'amount' && (
        <NairaField
          label="Amount"
          data-autofocus
          {...field('amount')}
          description={`The balance is ${formatNaira(user.balance)}. More than that holds what comes later, too.`}
        />
      )}
      <DayField label="Until" clearable description="Leave it empty to hold it until somebody lifts it." {...field('until')} />
      <Textarea
        label="Reason"
        description="For the audit. The user does not see it."
        required
        autosize
        minRows={2}
        {...field('reason')}
      />
      <Text size="sm" c="dimmed">
        It counts at once. Somebody else has to lift it.
      </Text>
    </ActionDialog>
  );
}

interface LiftDialogProps {
  readonly userId: string;
  readonly hold: User['holds'][number];
  readonly onClose: () => void;
}

export function LiftDialog({ userId, hold: { marker, amount }, onClose }: LiftDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      onClose={onClose}
      title="Lift this hold"
      verb="Lift"
      action="control_user_hold"
      input={reason.trim() === '' ? undefined : { uxid: userId, reqv: marker, reason: reason.trim() }}
      done="The hold is lifted"
      changes={CHANGES}
    >
      <Text size="sm">{amount === null ? 'All of the wallet' : formatNaira(amount)} may leave the wallet again, at once.</Text>
      <Textarea
        label="Reason"
        description="For the audit. The user does not see it."
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
