import type { Item } from '@harmattan/client';
import { Stack, Tabs, Textarea, TextInput } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useFields } from '../../components/use-fields.js';
import { TutorialPreview } from './tutorial-preview.js';

export type Tutorial = Item<'support_tutorial_fetch'>;

const CHANGES = ['support_tutorial_fetch'] as const;

interface TutorialDialogProps {
  /** Undefined for a new one. */
  readonly tutorial: Tutorial | undefined;
  readonly onClose: () => void;
}

export function TutorialDialog({ tutorial, onClose }: TutorialDialogProps) {
  const { form, values, field } = useFields({
    ttle: tutorial?.ttle ?? '',
    cntx: tutorial?.cntx ?? '',
    vurl: tutorial?.vurl ?? '',
    purl: tutorial?.purl ?? '',
  });
  const create = useAction('control_support_tutorial_create', {
    done: 'The tutorial is added as a draft',
    changes: CHANGES,
    onDone: onClose,
  });
  const update = useAction('support_tutorial_update', { done: 'The tutorial is changed', changes: CHANGES, onDone: onClose });
  return (
    <ConfirmDialog
      form={form}
      isOpen
      onClose={onClose}
      title={tutorial ? 'Edit this tutorial' : 'Add a tutorial'}
      verb={tutorial ? 'Save' : 'Add'}
      isReady={Object.values(values).every((value) => value.trim() !== '')}
      action={tutorial ? update : create}
      onConfirm={() => (tutorial ? update.mutate({ qxid: tutorial.marker, ...values }) : create.mutate(values))}
    >
      <Tabs defaultValue="write">
        <Tabs.List mb="sm">
          <Tabs.Tab value="write">Write</Tabs.Tab>
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="write">
          <Stack gap="md">
            <TextInput label="Title" required data-autofocus {...field('ttle')} />
            <Textarea label="Content" required autosize minRows={6} {...field('cntx')} />
            <TextInput label="Address of the video" type="url" placeholder="https://" required {...field('vurl')} />
            <TextInput label="Address of the picture" type="url" placeholder="https://" required {...field('purl')} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="preview">
          <TutorialPreview {...values} />
        </Tabs.Panel>
      </Tabs>
    </ConfirmDialog>
  );
}
