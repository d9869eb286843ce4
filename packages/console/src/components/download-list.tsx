import { ActionIcon, Tooltip } from '@mantine/core';
import type { Data, Input, PagedAction } from '@harmattan/client';
import { Download } from 'lucide-react';
import { useAction } from '../api/use-action.js';
import { saveFile } from './save-file.js';

interface DownloadListProps<A extends PagedAction> {
  readonly action: A;
  /** Of the list as it is filtered. */
  readonly input: Input<A>;
}

type MadeFile = Parameters<typeof saveFile>[0];

/** All that is filtered as a file of the service, which the audit trail knows of. */
export function DownloadList<A extends PagedAction>({ action, input }: DownloadListProps<A>) {
  const made = useAction(action, {
    done: (data: Data<A>) => `${(data as unknown as MadeFile).fileName} is saved`,
    tellsErrors: true,
    onDone: (data: Data<A>) => saveFile(data as unknown as MadeFile),
  });
  return (
    <Tooltip label="Download what is filtered, as CSV">
      <ActionIcon
        variant="default"
        size={30}
        aria-label="Download as CSV"
        loading={made.isPending}
        onClick={() => made.mutate({ ...input, format: 'csv' })}
      >
        <Download size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
