import { useState } from 'react';
import { Button, Card, Stack, Text } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { PageTitle } from '../../components/data-page.js';
import { ErrorLine, ErrorNotice } from '../../components/error-notice.js';
import { Status } from '../../components/status.js';
import { useAddressPart, useGoTo } from '../../components/use-address.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import { type Tutorial, TutorialDialog } from './tutorial-dialog.js';
import { TutorialPreview } from './tutorial-preview.js';

const CHANGES = ['support_tutorial_fetch'] as const;
const NEXT = { draft: 'published', published: 'archived', archived: 'published' } as const;
const VERBS = { published: 'Publish', archived: 'Archive' } as const;

export default function TutorialPage() {
  const tutorialId = useAddressPart('tutorialId');
  const tutorial = useOperation('support_tutorial_fetch', { reqv: tutorialId });
  if (tutorial.isPending) return <Waiting />;
  if (tutorial.error) return <ErrorNotice error={tutorial.error} retry={() => void tutorial.refetch()} />;
  return <Details tutorial={tutorial.data as Tutorial} />;
}

function Details({ tutorial }: { readonly tutorial: Tutorial }) {
  const mayModify = useMay('helpControl.allowModify');
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const close = () => setOpen(undefined);
  const next = NEXT[tutorial.status];
  const change = useAction('support_tutorial_update', { done: `The tutorial is ${next}`, changes: CHANGES });
  return (
    <Stack gap="md">
      <PageTitle
        title={tutorial.ttle}
        about={<Status value={tutorial.status} />}
        actions={
          mayModify && (
            <>
              <Button loading={change.isPending} onClick={() => change.mutate({ qxid: tutorial.marker, status: next })}>
                {VERBS[next]}
              </Button>
              <Button variant="default" onClick={() => setOpen('edit')}>
                Edit
              </Button>
              <Button variant="default" onClick={() => setOpen('remove')}>
                Remove
              </Button>
            </>
          )
        }
      />
      <ErrorLine error={change.error} />
      <Card withBorder maw={720}>
        <TutorialPreview {...tutorial} />
      </Card>
      {open === 'edit' && <TutorialDialog tutorial={tutorial} onClose={close} />}
      {open === 'remove' && <RemoveTutorial tutorial={tutorial} onClose={close} />}
    </Stack>
  );
}

function RemoveTutorial({ tutorial, onClose }: { readonly tutorial: Tutorial; readonly onClose: () => void }) {
  const goTo = useGoTo();
  const remove = useAction('support_tutorial_remove', {
    done: 'The tutorial is removed',
    changes: CHANGES,
    onDone: () => goTo({ to: '/tutorials' }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Remove this tutorial"
      verb="Remove for good"
      color="red"
      action={remove}
      onConfirm={() => remove.mutate({ reqv: tutorial.marker, permanent: true })}
    >
      <Text size="sm">To hide it from users and keep it, archive it.</Text>
    </ConfirmDialog>
  );
}
