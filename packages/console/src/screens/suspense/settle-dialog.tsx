import { Autocomplete, Text, Textarea, TextInput } from '@mantine/core';
import { PROPOSED } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { DayField } from '../../components/day-field.js';
import { todayInLagos } from '../../components/lagos-days.js';
import { useDraftFields } from '../../components/use-fields.js';
import { useMay } from '../../session/profile.js';

interface SettleDialogProps {
  readonly marker: string;
  readonly manner: 'assign' | 'return';
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const TEXTS = {
  assign: {
    title: 'Assign this payment',
    about: 'It goes to the wallet of this user when another member of staff has approved it.',
    field: 'E-mail address or reference ID of the user',
  },
  return: {
    title: 'Return this payment',
    about:
      'First pay it back by hand, or let the provider do so. It counts as returned when another member of staff has approved it.',
    field: 'Reference of the transfer',
  },
};
const CHANGES = [
  'control_suspense_fetch',
  'control_work_queue',
  'control_proposal_fetch',
  'control_timeline_fetch',
  'control_name_fetch',
] as const;

/** Both ways to propose where money in suspense goes. */
export function SettleDialog({ marker, manner, isOpen, onClose }: SettleDialogProps) {
  const { form, values, set, field, forget } = useDraftFields(
    `${manner}-${marker}`,
    {
      target: '',
      reason: '',
      bank: '',
      valued: todayInLagos(),
    },
    { emal: 'target', bank_reference: 'target' },
  );
  const mayRead = useMay(['otherControl.fiatCurency', 'StatsControl.tradHistory']);
  const books = useOperation('control_books_fetch', {}, { enabled: isOpen && manner === 'return' && mayRead });
  const finish = () => {
    forget();
    onClose();
  };
  const assign = useAction('control_suspense_assign', { done: PROPOSED, changes: CHANGES, onDone: finish });
  const giveBack = useAction('control_suspense_return', { done: PROPOSED, changes: CHANGES, onDone: finish });
  const [target, reason, bank] = [values.target.trim(), values.reason.trim(), values.bank.trim()];
  const { valued } = values;
  const texts = TEXTS[manner];
  const given = { reqv: marker, reason };
  const propose = () =>
    manner === 'assign'
      ? assign.mutate({ ...given, emal: target })
      : giveBack.mutate({ ...given, bank_reference: target, valued, ...(bank === '' ? {} : { bank }) });
  return (
    <ConfirmDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={texts.title}
      verb="Propose"
      isReady={target !== '' && reason !== '' && valued !== ''}
      action={manner === 'assign' ? assign : giveBack}
      onConfirm={propose}
    >
      <Text size="sm">{texts.about}</Text>
      <TextInput label={texts.field} required data-autofocus {...field('target')} />
      {manner === 'return' && (
        <>
          <Autocomplete
            label="Bank account that it left"
            description="Leave empty if the provider that took it gave it back"
            data={[...(books.data?.banks ?? [])]}
            value={values.bank}
            onChange={(value) => set('bank', value)}
          />
          <DayField label="Day" required {...field('valued')} />
        </>
      )}
      <Textarea label="Reason" required autosize minRows={2} {...field('reason')} />
    </ConfirmDialog>
  );
}
