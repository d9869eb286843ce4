import { useState } from 'react';
import { Select, TextInput } from '@mantine/core';
import { ActionDialog } from '../action-dialog.js';
import { lagosMs } from '../lagos-time.js';
import { useColleagues } from './colleagues.js';
import { CASE_CHANGES } from './case-changes.js';

interface HandOverProps {
  readonly marker: string;
  readonly owner: string;
  readonly due: string;
  readonly onClose: () => void;
}

/** The day and minute in Lagos, as a field of the browser has them. */
function fieldOf(due: string): string {
  if (due === '') return '';
  const lagos = new Date(Number(due) + 3_600_000);
  return lagos.toISOString().slice(0, 16);
}

/** Who has it from now on, and until when it is to be done. */
export function HandOverDialog({ marker, owner, due, onClose }: HandOverProps) {
  const colleagues = useColleagues();
  const [to, setTo] = useState<string | null>(owner === '' ? null : owner);
  const [until, setUntil] = useState(fieldOf(due));
  const at = until === '' ? '' : String(lagosMs(until.replace('T', ' ')) ?? '');
  const known = colleagues.some(({ value }) => value === owner) || owner === '';
  const choices = known ? colleagues : [...colleagues, { value: owner, label: 'As it is' }];
  return (
    <ActionDialog
      title="Owner and due time"
      verb="Save"
      action="control_case_update"
      input={{ reqv: marker, owner: to ?? '', due: at }}
      done={({ COMMENT }) => COMMENT}
      changes={CASE_CHANGES}
      onClose={onClose}
    >
      <Select label="Owner" placeholder="Nobody" clearable data={choices} value={to} onChange={setTo} />
      <TextInput
        type="datetime-local"
        label="Due, in Lagos"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
