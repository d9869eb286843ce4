import { Button } from '@mantine/core';
import { useAction } from '../../api/use-action.js';
import { ErrorLine } from '../../components/error-notice.js';

/** Closes a contact form, or opens it again. */
export function ContactState({ marker, status }: { readonly marker: string; readonly status: string }) {
  const update = useAction('control_contact_update', {
    done: ({ COMMENT }) => COMMENT,
    changes: ['core_contact_fetch', 'control_work_queue'],
  });
  const isClosed = status === 'closed';
  return (
    <>
      <Button
        size="compact-sm"
        variant={isClosed ? 'subtle' : 'light'}
        disabled={update.isPending}
        onClick={() => update.mutate({ qxid: marker, status: isClosed ? 'pending' : 'closed' })}
      >
        {isClosed ? 'Open again' : 'Close'}
      </Button>
      <ErrorLine error={update.error} />
    </>
  );
}
