import type { Input } from '@harmattan/client';
import { Checkbox, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PROPOSED } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { DayField } from '../../components/day-field.js';
import { lagosMs } from '../../components/lagos-time.js';
import { MinuteField } from '../../components/minute-field.js';
import { type Field, useFields } from '../../components/use-fields.js';
import { bandsOf } from './bands.js';
import { KIND_TITLES } from './terms.js';

type Kind = Input<'control_tariff_propose'>['kind'];

const REQUIRES = [
  ['emailVerify', 'E-mail address'],
  ['phoneVerify', 'Phone'],
  ['identVerify', 'BVN or NIN'],
  ['bvn', 'BVN'],
  ['nin', 'NIN'],
  ['address', 'Address'],
] as const;
const LIMITS = [
  ['single', 'One payment'],
  ['daily', 'A day'],
  ['monthly', 'A month'],
  ['balance', 'Balance'],
  ['deposit', 'One deposit'],
] as const;
const NO_FIELDS = { kind: 'transfer_fee', subject: '', name: '', from: '', until: '', bands: '0 10', reason: '' };
const TAXED = ['transfer_fee', 'payout_fee', 'surcharge'];
const NO_LAW = { source: '', dated: '', review: '' };
const NO_LIMITS = { single: '', daily: '', monthly: '', balance: '', deposit: '' };

export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, values, field, set } = useFields(NO_FIELDS);
  const limits = useFields(NO_LIMITS);
  const law = useFields(NO_LAW);
  const [requires, setRequires] = useState<string[]>([]);
  const [taxed, setTaxed] = useState<string[]>(TAXED);
  const propose = useAction('control_tariff_propose', {
    done: PROPOSED,
    changes: ['control_tariff_fetch', 'control_proposal_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  const bands = bandsOf(values.bands);
  const isLimit = values.kind === 'limit';
  const isVat = values.kind === 'vat';
  const legal = law.values.source.trim() === '' ? {} : { legal: law.values };
  const terms = isLimit
    ? { requires, ...limitsOf(limits.values) }
    : bands && { bands, ...(isVat ? { of: taxed } : {}), ...legal };
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
      form={form}
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
        <>
          <BandsField isWrong={bands === undefined} field={field('bands')} />
          {isVat && <TaxedField taxed={taxed} onTaxed={setTaxed} />}
          <LawFields field={law.field} />
        </>
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
      description="One line for each amount: the first amount, then a fee, a percentage or both, and bounds, in Naira"
      placeholder={'0 10\n5000 25\n50000 0.5% min 30 max 2000'}
      autosize
      minRows={2}
      required
      {...field}
      error={isWrong ? 'An amount, then a fee or a percentage, in each line' : field.error}
    />
  );
}

function TaxedField({ taxed, onTaxed }: { readonly taxed: string[]; readonly onTaxed: (taxed: string[]) => void }) {
  return (
    <Checkbox.Group label="Charged on" value={taxed} onChange={onTaxed}>
      <Group mt={4}>
        {TAXED.map((kind) => (
          <Checkbox key={kind} value={kind} label={KIND_TITLES[kind]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function LawFields({ field }: { readonly field: (name: keyof typeof NO_LAW) => Field }) {
  return (
    <>
      <TextInput label="Founded on" description="Law, circular or decision; leave empty if there is none" {...field('source')} />
      <Group grow>
        <DayField label="Its day" clearable {...field('dated')} />
        <DayField label="Review by" clearable {...field('review')} />
      </Group>
    </>
  );
}

interface PeriodFieldsProps {
  readonly from: Field;
  readonly until: Field;
}

function PeriodFields({ from, until }: PeriodFieldsProps) {
  return (
    <>
      <MinuteField label="From" description="Not before it is approved" {...from} />
      <MinuteField label="Until" description="Leave empty for no end" {...until} />
    </>
  );
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
