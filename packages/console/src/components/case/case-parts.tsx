import { Stack } from '@mantine/core';
import { useMay } from '../../session/profile.js';
import type { Grant } from '../../session/profile.js';
import { CaseOwner } from './case-owner.js';
import { RecordTimeline } from './timeline.js';

/** The permission of the operation that fetches records of a kind. */
const NEEDS: Readonly<Record<string, Grant>> = {
  user: 'userControl.getDataList',
  purchase: 'userControl.transaction',
  payout: 'userControl.transaction',
  identity: 'userControl.viewDetails',
  deposit: 'userControl.transaction',
  suspense: 'userControl.transaction',
  transfer: 'userControl.transaction',
  ticket: 'helpControl.getDataList',
  contact: 'otherControl.getFeedback',
  system_log: 'otherControl.otherAccess',
  proposal: 'otherControl.paymtMethod',
  webhook: 'otherControl.paymentHook',
  endpoint: 'otherControl.paymentHook',
  reconciliation: 'otherControl.fiatCurency',
  job: 'otherControl.otherAccess',
};

interface CasePartsProps {
  readonly kind: string;
  readonly id: string;
  /** Made by who looks, who needs no permission for it. */
  readonly isOwn?: boolean;
}

/** What every record has: who of the staff has it, what they wrote, and what happened to it. */
export function CaseParts({ kind, id, isOwn = false }: CasePartsProps) {
  const may = useMay(NEEDS[kind] ?? 'staffControl.superadminx');
  if (!may && !isOwn) return null;
  const marker = `${kind}:${id}`;
  return (
    <Stack gap="md">
      <CaseOwner marker={marker} />
      <RecordTimeline marker={marker} />
    </Stack>
  );
}
