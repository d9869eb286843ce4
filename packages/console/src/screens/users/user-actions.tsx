import { type ComponentType, useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { ChevronDown, DoorClosed, FileDown, Lock, Pencil, Scale } from 'lucide-react';
import { useMay } from '../../session/profile.js';
import { AdjustDialog } from './adjust-dialog.js';
import { CloseDialog } from './close-dialog.js';
import { EditDialog } from './edit-dialog.js';
import { HoldDialog } from './hold-dialog.js';
import { StatementDialog } from './statement-dialog.js';
import { SuspendDialog } from './suspend-dialog.js';
import type { DialogProps, User } from './user-dialog.js';

const DIALOGS = {
  suspend: SuspendDialog,
  edit: EditDialog,
  adjust: AdjustDialog,
  hold: HoldDialog,
  statement: StatementDialog,
  close: CloseDialog,
} satisfies Record<string, ComponentType<DialogProps>>;

/** What staff do to a user. */
export function UserActions({ userId, user }: { readonly userId: string; readonly user: User }) {
  const isOpen = user.status !== 'closed';
  const mayModify = useMay('userControl.allowModify') && isOpen;
  const mayAdjust = useMay('otherControl.fiatCurency') && isOpen;
  const mayViewHistory = useMay('userControl.viewHistory');
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const isSuspended = user.status === 'suspended';
  const Dialog = open && DIALOGS[open];
  return (
    <>
      {mayModify && (
        <Button
          color={isSuspended ? undefined : 'red'}
          variant={isSuspended ? 'filled' : 'light'}
          onClick={() => setOpen('suspend')}
        >
          {isSuspended ? 'Reactivate' : 'Suspend'}
        </Button>
      )}
      {(mayModify || mayAdjust || mayViewHistory) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={16} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayModify && (
              <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setOpen('edit')}>
                Edit
              </Menu.Item>
            )}
            {mayAdjust && (
              <Menu.Item leftSection={<Scale size={16} />} onClick={() => setOpen('adjust')}>
                Adjust the wallet
              </Menu.Item>
            )}
            {mayModify && (
              <Menu.Item leftSection={<Lock size={16} />} onClick={() => setOpen('hold')}>
                Hold money
              </Menu.Item>
            )}
            {mayViewHistory && (
              <Menu.Item leftSection={<FileDown size={16} />} onClick={() => setOpen('statement')}>
                Statement
              </Menu.Item>
            )}
            {mayModify && !isSuspended && (
              <Menu.Item color="red" leftSection={<DoorClosed size={16} />} onClick={() => setOpen('close')}>
                {user.status === 'closing' ? 'Keep the account open' : 'Close the account'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {Dialog && <Dialog userId={userId} user={user} onClose={() => setOpen(undefined)} />}
    </>
  );
}
