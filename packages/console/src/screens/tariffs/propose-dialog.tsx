import type { Input } from '@harmattan/client';
import { Checkbox, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { lagosMs } from '../../components/lagos-time.js';
import { type Field, useFields } from '../../components/use-fields.js';
import { KIND_TITLES } from './terms.js';

type Kind = Input<'control_tariff_propose'>['kind'];

const REQUIRES = [
  ['emailVerify', 'E-mail address'],
  ['phoneVerify', 'Phone'],
  ['identVerify', 'Identity'],
] as const;
const LIMITS = [
  ['single', 'One payment'],
  ['daily', 'A day'],
  ['monthly', 'A month'],
  ['balance', 'Balance'],
] as const;
const NO_FIELDS = { kind: 'transfer_fee', subject: '', name: '', from: '', until: '', bands: '0 10', reason: '' };
const NO_LIMITS = { single: '', daily: '', monthly: '', balance: '' };

export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field, set } = useFields(NO_FIELDS);
  const limits = useFields(NO_LIMITS);
  const [requires, setRequires] = useState<string[]>([]);
  const propose = useAction('control_tariff_propose', {
    done: 'It is proposed, and waits for another member of staff',
    changes: ['control_tariff_fetch', 'control_proposal_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  const bands = bandsOf(values.bands);
  const isLimit = values.kind === 'limit';
  const terms = isLimit ? { requires, ...limitsOf(limits.values) } : bands;
  const isReady = values.name.trim() !== '' && values.reason.trim() !== '' && terms !== undefined;
  const submit = () =>
    propose.mutate({
      kind: values.kind as Kind,
      name: values.name.trim(),
      reason: values.reason.trim(),
      terms: JSON.stringify(terms),
      ...(values.subject.trim() ? { subject: values.subject.trim() } : {}),
      ...timeOf('from', values.from),
      ...timeOf('until', values.until),
    });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Propose a change"
      verb="Propose"
      isReady={isReady}
      action={propose}
      onConfirm={submit}
    >
      <Select
        label="Kind"
        allowDeselect={false}
        data={Object.entries(KIND_TITLES).map(([value, label]) => ({ value, label }))}
        value={values.kind}
        onChange={(kind) => set('kind', kind ?? 'transfer_fee')}
      />
      <TextInput label="Name" required data-autofocus {...field('name')} />
      <TextInput
        label="For"
        description="A category or item of a surcharge, a tier of limits; else empty"
        {...field('subject')}
      />
      {isLimit ? (
        <LimitFields requires={requires} onRequires={setRequires} field={limits.field} />
      ) : (
        <BandsField isWrong={bands === undefined} field={field('bands')} />
      )}
      <PeriodFields from={field('from')} until={field('until')} />
      <TextInput label="Reason" required {...field('reason')} />
    </ConfirmDialog>
  );
}

interface LimitFieldsProps {
  readonly requires: string[];
  readonly onRequires: (requires: string[]) => void;
  readonly field: (name: keyof typeof NO_LIMITS) => Field;
}

function LimitFields({ requires, onRequires, field }: LimitFieldsProps) {
  return (
    <>
      <Checkbox.Group label="Must be verified" value={requires} onChange={onRequires}>
        <Group mt={4}>
          {REQUIRES.map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        Naira; empty where there is no limit
      </Text>
      <Group grow>
        {LIMITS.map(([name, label]) => (
          <TextInput key={name} label={label} inputMode="decimal" {...field(name)} />
        ))}
      </Group>
    </>
  );
}

function BandsField({ isWrong, field }: { readonly isWrong: boolean; readonly field: Field }) {
  return (
    <Textarea
      label="Bands"
      description="A line each: from which amount on, and the fee, in Naira"
      placeholder={'0 10\n5000 25'}
      autosize
      minRows={2}
      required
      error={isWrong && 'Two numbers in each line'}
      {...field}
    />
  );
}

interface PeriodFieldsProps {
  readonly from: Field;
  readonly until: Field;
}

function PeriodFields({ from, until }: PeriodFieldsProps) {
  return (
    <>
      <TextInput label="From (Lagos)" description="At the earliest when it is approved" type="datetime-local" {...from} />
      <TextInput
        label="Until (Lagos)"
        description="Empty for as long as nothing else is decided"
        type="datetime-local"
        {...until}
      />
    </>
  );
}

/** Undefined where a line is not two numbers. */
function bandsOf(text: string): { amount: number; fee: number }[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/[\s:;]+/).map(Number));
  const isRight = lines.length > 0 && lines.every((line) => line.length === 2 && line.every((value) => value >= 0));
  return isRight ? lines.map(([amount = 0, fee = 0]) => ({ amount, fee })) : undefined;
}

function limitsOf(values: Readonly<Record<keyof typeof NO_LIMITS, string>>) {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, Number(value)]),
  );
}

function timeOf(name: 'from' | 'until', text: string) {
  const ms = lagosMs(text);
  return ms === undefined ? {} : { [name]: new Date(ms).toISOString() };
}
