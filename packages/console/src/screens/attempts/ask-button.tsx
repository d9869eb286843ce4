import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useAction } from '../../api/use-action.js';
import { CHANGES_OF_ATTEMPTS } from './changes.js';

interface AskButtonProps {
  readonly action: 'control_purchase_requery' | 'control_payout_requery';
  readonly marker: string;
}

/** Asks the provider of a record now, also after the schedule ended. */
export function AskButton({ action, marker }: AskButtonProps) {
  const requery = useAction(action, {
    done: ({ COMMENT }) => COMMENT,
    changes: CHANGES_OF_ATTEMPTS,
    tellsErrors: true,
  });
  return (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} />}
      loading={requery.isPending}
      onClick={() => requery.mutate({ reqv: marker })}
    >
      Ask the provider
    </Button>
  );
}
