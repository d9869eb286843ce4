import type { Data, Input } from '@harmattan/client';
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { PROPOSED } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { OperationTable } from '../../components/data-page.js';
import { Rows } from '../../components/data-table.js';
import { Day } from '../../components/day.js';
import { DayField } from '../../components/day-field.js';
import { Money } from '../../components/money.js';
import { NairaField } from '../../components/naira-field.js';
import { Reference } from '../../components/reference.js';
import { useFields } from '../../components/use-fields.js';
import { SETTLEMENT_KINDS, settlementTitle } from './settlement-kinds.js';

type Settlement = Input<'control_settlement_create'>;
type Books = Data<'control_books_fetch'>;

const ACCOUNTS = [
  { value: 'vat', label: 'Value added tax' },
  { value: 'duties', label: 'Stamp duty' },
];
const NO_FIELDS = {
  kind: 'provider_payout',
  provider: '',
  account: 'vat',
  bank: '',
  amount: '',
  reference: '',
  valued: '',
  reason: '',
};

/** What moved between our own accounts, and what is open with each provider. */
export function Settlements({ books }: { readonly books: Pick<Books, 'clearing' | 'banks'> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={2}>Settlements</Title>
        <Button onClick={() => setOpen(true)}>Book a settlement</Button>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Rows
          rows={books.clearing}
          rowKey={({ account }) => account}
          columns={[
            { title: 'Open with', render: ({ provider }) => provider },
            { title: 'We owe', align: 'right', render: ({ balance }) => balance > 0 && <Money value={balance} /> },
            { title: 'Owes us', align: 'right', render: ({ balance }) => balance < 0 && <Money value={-balance} /> },
          ]}
        />
        <OperationTable
          action="control_settlement_fetch"
          filters={[]}
          input={() => ({ rqtp: 'all' })}
          rowKey={({ marker }) => marker}
          empty="Nothing was settled yet"
          columns={[
            { title: 'Day', sort: 'valued', render: ({ valued }) => <Day of={valued} /> },
            { title: 'What', sort: 'kind', render: ({ kind }) => settlementTitle(kind) },
            { title: 'With', render: ({ provider, account, bank }) => [provider || account, bank].filter(Boolean).join(', ') },
            { title: 'Reference', sort: 'reference', render: ({ reference }) => <Reference value={reference} /> },
            { title: 'Amount', sort: 'amount', align: 'right', render: ({ amount }) => <Money value={amount} /> },
          ]}
        />
      </SimpleGrid>
      {isOpen && <SettleDialog books={books} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

interface SettleDialogProps {
  readonly books: Pick<Books, 'clearing' | 'banks'>;
  readonly onClose: () => void;
}

function SettleDialog({ books, onClose }: SettleDialogProps) {
  const { form, values, field, set } = useFields(NO_FIELDS);
  const action = useAction('control_settlement_create', {
    done: PROPOSED,
    changes: ['control_settlement_fetch', 'control_proposal_fetch', 'control_work_queue'],
    onDone: onClose,
  });
  const kind = values.kind as Settlement['kind'];
  const isOfProvider = kind === 'provider_payout' || kind === 'float_topup' || kind === 'provider_fee';
  const needs = { provider: isOfProvider, account: kind === 'remittance', bank: kind !== 'provider_fee' };
  const select = (name: 'provider' | 'account' | 'bank' | 'kind', data: readonly { value: string; label: string }[]) => ({
    data: [...(name === 'kind' || name === 'account' ? [] : [{ value: '', label: '' }]), ...data],
    value: values[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => set(name, currentTarget.value),
  });
  const isFilled = (['amount', 'reference', 'valued', 'reason'] as const).every((name) => values[name].trim() !== '');
  const isReady = isFilled && (!needs.provider || values.provider !== '') && (!needs.bank || values.bank !== '');
  const submit = () =>
    action.mutate({
      kind,
      amount: Number(values.amount),
      reference: values.reference.trim(),
      valued: values.valued,
      reason: values.reason.trim(),
      ...(needs.provider ? { provider: values.provider } : {}),
      ...(needs.account ? { account: values.account as 'vat' | 'duties' } : {}),
      ...(needs.bank ? { bank: values.bank } : {}),
    });
  const named = (name: string) => ({ value: name, label: name });
  return (
    <ConfirmDialog
      form={form}
      isOpen
      onClose={onClose}
      title="Book a settlement"
      verb="Propose"
      isReady={isReady}
      action={action}
      onConfirm={submit}
    >
      <NativeSelect
        label="What moved"
        {...select(
          'kind',
          Object.entries(SETTLEMENT_KINDS).map(([value, label]) => ({ value, label })),
        )}
      />
      {needs.provider && (
        <NativeSelect
          label="Provider"
          required
          {...select(
            'provider',
            books.clearing.map(({ provider }) => named(provider)),
          )}
        />
      )}
      {needs.account && <NativeSelect label="Tax" {...select('account', ACCOUNTS)} />}
      {needs.bank && (
        <NativeSelect
          label="Bank account"
          description={books.banks.length === 0 ? 'None is named: set BANK_ACCOUNTS' : undefined}
          required
          {...select('bank', books.banks.map(named))}
        />
      )}
      <NairaField label="Amount" {...field('amount')} />
      <TextInput
        label="Reference"
        description="From the bank or the provider. It can be used once."
        required
        {...field('reference')}
      />
      <DayField label="Day" required {...field('valued')} />
      <TextInput label="Reason" required {...field('reason')} />
    </ConfirmDialog>
  );
}
