import { Text, Textarea } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { CASE_CHANGES } from '../../components/case/case-changes.js';
import { useDraft } from '../../components/use-draft.js';

interface ExplainDialogProps {
  readonly marker: string;
  /** Of the result that was looked at. */
  readonly recorded: string;
  readonly onClose: () => void;
}

/** What became of the differences of a day, which then waits no longer. */
export function ExplainDialog({ marker, recorded, onClose }: ExplainDialogProps) {
  const { value, set, forget } = useDraft(`explain-${marker}`, '');
  const note = value.trim();
  return (
    <ActionDialog
      onClose={onClose}
      title="What became of the differences"
      verb="Close the day"
      action="control_reconciliation_explain"
      input={note === '' ? undefined : { reqv: marker, recorded, note }}
      done={({ COMMENT }) => COMMENT}
      changes={[...CASE_CHANGES, 'control_reconciliation_fetch']}
      onDone={forget}
    >
      <Text size="sm">
        No money moves. The day no longer waits for staff, unless a later comparison finds another difference.
      </Text>
      <Textarea
        label="What became of them"
        description="For each: the decision or booking, the claim, and the answer of the provider"
        required
        autosize
        minRows={3}
        data-autofocus
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
