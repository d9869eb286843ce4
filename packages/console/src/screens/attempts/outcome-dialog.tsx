import { type ReactNode, useState } from 'react';
import { Radio, Stack, Textarea } from '@mantine/core';
import { ConfirmDialog } from '../../components/confirm-dialog.js';

export interface OutcomeChoice<Outcome extends string> {
  readonly value: Outcome;
  readonly label: string;
  readonly description: string;
}

interface OutcomeDialogProps<Outcome extends string> {
  readonly title: string;
  readonly choices: readonly OutcomeChoice<Outcome>[];
  /** Further fields of an outcome. */
  readonly fieldsOf?: (outcome: Outcome) => ReactNode;
  readonly reason: { readonly value: string; readonly set: (reason: string) => void };
  /** The call of `useAction` that proposes it. */
  readonly action: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onPropose: (outcome: Outcome, reason: string) => void;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Proposes what became of a purchase or payout whose provider does not say; nothing is chosen at first. */
export function OutcomeDialog<Outcome extends string>({
  choices,
  fieldsOf,
  reason,
  onPropose,
  ...dialog
}: OutcomeDialogProps<Outcome>) {
  const [outcome, setOutcome] = useState<Outcome>();
  return (
    <ConfirmDialog
      {...dialog}
      verb="Propose"
      isReady={outcome !== undefined && reason.value.trim() !== ''}
      onConfirm={() => outcome && onPropose(outcome, reason.value.trim())}
    >
      <Stack gap="sm">
        <Radio.Group
          label="Outcome"
          description="Nothing moves before another member of staff approves it."
          required
          value={outcome ?? null}
          onChange={setOutcome}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
        {outcome && fieldsOf?.(outcome)}
        <Textarea
          label="Reason"
          description="How do you know?"
          required
          autosize
          minRows={2}
          value={reason.value}
          onChange={(event) => reason.set(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
