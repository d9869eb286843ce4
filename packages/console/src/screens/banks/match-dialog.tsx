import { useState } from 'react';
import type { Data } from '@harmattan/client';
import { Autocomplete, Radio, Stack, Text, TextInput } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';

export type BankMatch = Data<'control_bank_fetch'>[number];

type Answer = 'ours' | 'new' | 'none';

interface MatchDialogProps {
  readonly match: BankMatch;
  /** All there are, for the codes of ours. */
  readonly matches: readonly BankMatch[];
  readonly onClose: () => void;
}

/** Says which bank it is that a provider lists; nothing is chosen at first. */
export function MatchDialog({ match: { provider, marker, listed }, matches, onClose }: MatchDialogProps) {
  const [answer, setAnswer] = useState<Answer>();
  const [bank, setBank] = useState('');
  const [reason, setReason] = useState('');
  const code = answer === 'ours' ? bank.trim() : answer;
  const isReady = code !== undefined && code !== '' && reason.trim() !== '';
  return (
    <ActionDialog
      onClose={onClose}
      title={`What is ${listed} of ${provider}?`}
      verb="Mend"
      action="control_bank_update"
      input={isReady ? { provider, reqv: marker, code, reason: reason.trim() } : undefined}
      done="The bank was updated"
      changes={['control_bank_fetch']}
    >
      <Text size="sm">
        Payouts to this bank use this match from now on. The choice of staff stays when the list is read again.
      </Text>
      <Radio.Group label="It is" required value={answer ?? null} onChange={setAnswer}>
        <Stack gap="xs" mt="xs">
          <Radio value="ours" label="A bank of ours" description="By our code of it." />
          <Radio value="new" label="A bank of its own" description="It gets a code of ours." />
          <Radio value="none" label="Not to be offered" description="Nobody pays to it by this provider." />
        </Stack>
      </Radio.Group>
      {answer === 'ours' && <BankCode matches={matches} value={bank} onChange={setBank} />}
      <TextInput
        label="Reason"
        description="Kept in the audit."
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}

interface BankCodeProps {
  readonly matches: readonly BankMatch[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Proposes the codes of banks that providers reach; others are typed. */
function BankCode({ matches, value, onChange }: BankCodeProps) {
  const names = new Map(matches.filter(({ code }) => code !== '').map(({ code, name }) => [code, name]));
  return (
    <Autocomplete
      label="Our code of the bank"
      placeholder="Name or code"
      required
      data={[...names.keys()].toSorted()}
      filter={({ options, search }) => {
        const wanted = search.toLowerCase().trim();
        return options.filter((option) => {
          const shown = 'value' in option ? option.value : '';
          return `${shown} ${names.get(shown) ?? ''}`.toLowerCase().includes(wanted);
        });
      }}
      renderOption={({ option }) => (
        <Text size="sm">
          {names.get(option.value)}{' '}
          <Text span c="dimmed" size="xs" ff="monospace">
            {option.value}
          </Text>
        </Text>
      )}
      limit={20}
      value={value}
      onChange={onChange}
    />
  );
}
