import { useState } from 'react';
import { Select } from '@mantine/core';
import { ActionDialog } from '../action-dialog.js';
import { lagosInput, lagosMs } from '../lagos-time.js';
import { MinuteField } from '../minute-field.js';
import { CASE_CHANGES } from './case-changes.js';
import { type Colleague, useColleagueChoices } from './colleagues.js';

interface HandOverProps {
  readonly marker: string;
  readonly owner: string;
  readonly due: string;
  readonly colleagues: readonly Colleague[];
  readonly onClose: () => void;
}

/** Who has it from now on, and until when it is to be done. */
export function HandOverDialog({ marker, owner, due, colleagues, onClose }: HandOverProps) {
  const offered = useColleagueChoices(colleagues);
  const [to, setTo] = useState<string | null>(owner === '' ? null : owner);
  const [until, setUntil] = useState(due === '' ? '' : lagosInput(Number(due)));
  const at = until === '' ? '' : String(lagosMs(until.replace('T', ' ')) ?? '');
  const isKnown = owner === '' || offered.some(({ value }) => value === owner);
  const choices = isKnown ? offered : [...offered, { value: owner, label: 'As it is' }];
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
      <MinuteField
        label="Due"
        description="Leave empty for no time"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
