import { useState } from 'react';
import { MultiSelect, Textarea } from '@mantine/core';
import { useProfile } from '../../session/profile.js';
import { ActionDialog } from '../action-dialog.js';
import { useDraft } from '../use-draft.js';
import { CASE_CHANGES } from './case-changes.js';
import { type Colleague, useColleagueChoices } from './colleagues.js';

interface NoteProps {
  readonly marker: string;
  readonly colleagues: readonly Colleague[];
  readonly onClose: () => void;
}

/** A note that stays; whom it mentions is told. */
export function NoteDialog({ marker, colleagues, onClose }: NoteProps) {
  const { userid } = useProfile();
  const offered = useColleagueChoices(colleagues).filter(({ value }) => value !== userid);
  const { value: note, set: setNote, forget } = useDraft(`note-${marker}`, '');
  const [mentions, setMentions] = useState<string[]>([]);
  const text = note.trim();
  const input = { reqv: marker, note: text, ...(mentions.length > 0 ? { mention: mentions.join(',') } : {}) };
  return (
    <ActionDialog
      title="Write a note"
      verb="Write"
      action="control_case_note"
      input={text === '' ? undefined : input}
      done={({ COMMENT }) => COMMENT}
      changes={CASE_CHANGES}
      onDone={forget}
      onClose={onClose}
    >
      <Textarea
        label="Note"
        description="Everybody who may see this record can read it, and it stays. Write no codes and no passwords."
        required
        autosize
        minRows={3}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {offered.length > 0 && (
        <MultiSelect
          label="Tell"
          description="They get a notice and a mail."
          data={offered}
          value={mentions}
          onChange={setMentions}
        />
      )}
    </ActionDialog>
  );
}
