import { useState } from 'react';
import { SegmentedControl, Text } from '@mantine/core';
import { ActionDialog } from '../../components/action-dialog.js';
import { DayField } from '../../components/day-field.js';
import { lagosInput } from '../../components/lagos-time.js';
import { saveFile } from '../../components/save-file.js';
import { useFields } from '../../components/use-fields.js';
import type { DialogProps } from './user-dialog.js';

const MONTH_MS = 30 * 86_400_000;
const DAY_LENGTH = 10;

type Format = 'pdf' | 'csv';

/** What moved in the wallet from one day to another, as a file. */
export function StatementDialog({ userId, onClose }: Pick<DialogProps, 'userId' | 'onClose'>) {
  const { form, values, field } = useFields({
    from: lagosInput(Date.now() - MONTH_MS).slice(0, DAY_LENGTH),
    to: lagosInput(Date.now()).slice(0, DAY_LENGTH),
  });
  const [format, setFormat] = useState<Format>('pdf');
  return (
    <ActionDialog
      form={form}
      onClose={onClose}
      title="Statement of the wallet"
      verb="Download"
      action="control_user_wallet_statement"
      input={values.from !== '' && values.from <= values.to ? { uxid: userId, ...values, format } : undefined}
      done={({ fileName }) => `${fileName} is saved`}
      onDone={saveFile}
    >
      <DayField label="From" required {...field('from')} />
      <DayField label="To, included" required {...field('to')} />
      <SegmentedControl
        fullWidth
        aria-label="Format"
        value={format}
        onChange={setFormat}
        data={[
          { value: 'pdf', label: 'PDF' },
          { value: 'csv', label: 'CSV' },
        ]}
      />
      <Text size="sm" c="dimmed">
        Days are those of Lagos. The audit trail records that you read it.
      </Text>
    </ActionDialog>
  );
}
