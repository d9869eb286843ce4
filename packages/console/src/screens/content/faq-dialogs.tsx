import type { Item } from '@harmattan/client';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useFields } from '../../components/use-fields.js';

export type Faq = Item<'control_support_faq_fetch'>;

const CHANGES = ['control_support_faq_fetch'] as const;

interface FaqDialogProps {
  /** Undefined for a new one. */
  readonly faq: Faq | undefined;
  readonly onClose: () => void;
}

export function FaqDialog({ faq, onClose }: FaqDialogProps) {
  const { form, values, field } = useFields({
    qstn: faq?.question ?? '',
    answ: faq?.answer ?? '',
    category: faq?.category ?? '',
  });
  const create = useAction('control_support_faq_create', { done: 'The FAQ is added', changes: CHANGES, onDone: onClose });
  const update = useAction('control_support_faq_update', { done: 'The FAQ is changed', changes: CHANGES, onDone: onClose });
  const given = {
    qstn: values.qstn.trim(),
    answ: values.answ.trim(),
    ...(values.category.trim() ? { category: values.category.trim() } : {}),
  };
  return (
    <ConfirmDialog
      form={form}
      isOpen
      onClose={onClose}
      title={faq ? 'Edit this FAQ' : 'Add an FAQ'}
      verb={faq ? 'Save' : 'Add'}
      isReady={given.qstn !== '' && given.answ !== ''}
      action={faq ? update : create}
      onConfirm={() => (faq ? update.mutate({ qxid: faq.marker, ...given }) : create.mutate(given))}
    >
      <TextInput label="Question" required data-autofocus {...field('qstn')} />
      <Textarea label="Answer" required autosize minRows={4} {...field('answ')} />
      <TextInput label="Category" {...field('category')} />
    </ConfirmDialog>
  );
}

export function RemoveFaq({ faq, onClose }: { readonly faq: Faq; readonly onClose: () => void }) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Remove this FAQ"
      verb="Remove"
      color="red"
      action="control_support_faq_remove"
      input={{ reqv: faq.marker }}
      done="The FAQ is removed"
      changes={CHANGES}
    >
      <Text size="sm" className="wrap">
        {faq.question}
      </Text>
    </ActionDialog>
  );
}
