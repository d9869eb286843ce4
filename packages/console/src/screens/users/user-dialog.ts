import type { Data } from '@harmattan/client';

export type User = Data<'control_user_data_details'>;

export interface DialogProps {
  readonly userId: string;
  readonly user: User;
  readonly onClose: () => void;
}

/** What shows a user's profile, and what happened to it. */
export const USER_READS = ['control_user_data_details', 'control_user_data_list', 'control_timeline_fetch'] as const;
