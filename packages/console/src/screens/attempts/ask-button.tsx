import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useAction } from '../../api/use-action.js';
import { CHANGES_OF_ATTEMPTS } from './changes.js';

/** Asked, and nobody knows more. */
const UNDECIDED = ['pending', 'processing'];

interface AskButtonProps {
  readonly action: 'control_purchase_requery' | 'control_payout_requery';
  readonly marker: string;
}

/** Asks the provider of a record now, also after the schedule ended. */
export function AskButton({ action, marker }: AskButtonProps) {
  const requery = useAction(action, {
    done: ({ COMMENT, status }) => ({ message: COMMENT, tone: UNDECIDED.includes(status) ? 'warning' : 'done' }),
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
