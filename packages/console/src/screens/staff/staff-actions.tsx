import { useState } from 'react';
import { Button, Menu, Text } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { doneOrWaiting } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { ActionDialog } from '../../components/action-dialog.js';
import { CodeDialog } from '../../components/code-dialog.js';
import { type Profile, useMay, useProfile } from '../../session/profile.js';
import { DetailsDialog } from './details-dialog.js';
import { TwoFactorDialog, type TwoFactor } from './two-factor-dialog.js';

const CHANGES = ['control_staff_profile_info', 'control_staff_members_fetch'] as const;

type Open = 'details' | 'disable' | 'enable' | 'renew' | 'reset';

interface MemberProps {
  readonly member: Profile;
}

/** What may be done to a member of staff, by their state. */
export function StaffActions({ member }: MemberProps) {
  const mayModify = useMay('staffControl.allowModify');
  const mayInvite = useMay('staffControl.allowCreate');
  const isSuper = useMay('staffControl.superadminx');
  const isOwn = useProfile().rquxid === member.rquxid;
  const [open, setOpen] = useState<Open>();
  const [factor, setFactor] = useState<TwoFactor>();
  const close = () => setOpen(undefined);
  const items: readonly (readonly [Open, string, boolean])[] = [
    ['details', 'Edit details', mayModify],
    ['renew', 'Send the invitation again', mayInvite && member.status === 'awaiting registration'],
    ['reset', 'Reset two-factor', isSuper && member.status === 'active'],
    ['enable', 'Invite back', mayModify && member.status === 'inactive'],
    ['disable', 'End their work', mayModify && !isOwn && member.status !== 'inactive'],
  ];
  const shown = items.filter(([, , isShown]) => isShown);
  if (shown.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={16} />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {shown.map(([name, label]) => (
            <Menu.Item key={name} color={name === 'disable' ? 'red' : undefined} onClick={() => setOpen(name)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {open === 'details' && <DetailsDialog member={member} onClose={close} />}
      {open === 'disable' && <DisableDialog member={member} onClose={close} />}
      {open === 'enable' && <EnableDialog member={member} onClose={close} />}
      {open === 'renew' && <RenewDialog member={member} onClose={close} />}
      {open === 'reset' && <ResetDialog member={member} onClose={close} onDone={setFactor} />}
      {factor && <TwoFactorDialog factor={factor} onClose={() => setFactor(undefined)} />}
    </>
  );
}

interface DialogProps extends MemberProps {
  readonly onClose: () => void;
}

function DisableDialog({ member, onClose }: DialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="End their work as staff"
      verb="End it"
      color="red"
      action="control_staff_profile_disable"
      input={{ rquxid: member.rquxid }}
      done="They are no longer staff"
      changes={CHANGES}
    >
      <Text size="sm">They are signed out at once. Their actions stay on record.</Text>
    </ActionDialog>
  );
}

function EnableDialog({ member, onClose }: DialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Invite back"
      verb="Invite"
      action="control_staff_profile_enable"
      input={{ rquxid: member.rquxid }}
      done={doneOrWaiting}
      changes={CHANGES}
    >
      <Text size="sm">They get a mail, register again with a new second factor, and have the permissions below.</Text>
    </ActionDialog>
  );
}

function RenewDialog({ member, onClose }: DialogProps) {
  return (
    <ActionDialog
      onClose={onClose}
      title="Send the invitation again"
      verb="Send"
      action="control_staff_invitation_renew"
      input={{ rquxid: member.rquxid }}
      done="The invitation is sent"
      changes={CHANGES}
    >
      <Text size="sm">{`${member.emailAddress} gets another mail. The earlier invitation is void.`}</Text>
    </ActionDialog>
  );
}

function ResetDialog({ member, onClose, onDone }: DialogProps & { readonly onDone: (factor: TwoFactor) => void }) {
  const done = (factor: TwoFactor) => {
    onClose();
    onDone(factor);
  };
  const act = useAction('control_staff_twofa_reset', { done: 'They have another second factor', changes: CHANGES, onDone: done });
  return (
    <CodeDialog
      isOpen
      onClose={onClose}
      title="Reset two-factor"
      verb="Reset"
      color="red"
      action={act}
      onConfirm={(pinc) => act.mutate({ rqvl: member.rquxid, pinc })}
    >
      <Text size="sm">The codes of their authenticator app become void, and they are signed out. You see the new key once.</Text>
    </CodeDialog>
  );
}
