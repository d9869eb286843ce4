import { useState } from 'react';
import { Button } from '@mantine/core';
import { Rows } from '../../components/data-table.js';
import { Facts } from '../../components/facts.js';
import { Money } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { useMay } from '../../session/profile.js';
import { LiftDialog } from './hold-dialog.js';
import type { User } from './user-dialog.js';

const NEEDS: Readonly<Record<string, string>> = {
  bvn_or_nin: 'a BVN or a NIN',
  bvn: 'a BVN',
  nin: 'a NIN',
  address: 'an address',
  emailVerify: 'an e-mail address',
  phoneVerify: 'a phone number',
};

/** The tier, what it allows, and what is left of it. */
export function UserLimits({ user: { tier, next, limits } }: { readonly user: User }) {
  if (tier === '') return null;
  const needs = next.needs.map((need) => NEEDS[need] ?? need).join(' and ');
  const money = (value: number | null) => (value === null ? 'No limit' : <Money value={value} />);
  return (
    <Section title="Limits">
      <Facts
        facts={[
          ['Tier', tier],
          ['For the next one', needs && `${needs} to be verified`],
          ['A payment', money(limits.single)],
          ['A day', money(limits.daily)],
          ['Left today', limits.remaining_today !== null && <Money value={limits.remaining_today} />],
          ['A month', money(limits.monthly)],
          ['Balance', money(limits.balance)],
          ['A deposit', money(limits.deposit)],
        ]}
      />
    </Section>
  );
}

/** Money that staff hold, which any other member lifts. */
export function UserHolds({ userId, user: { blocked, holds } }: { readonly userId: string; readonly user: User }) {
  const mayLift = useMay('userControl.allowModify');
  const [lifted, setLifted] = useState<User['holds'][number]>();
  if (blocked === 0 && holds.length === 0) return null;
  return (
    <Section title="Money that is held">
      <Facts facts={[['Blocked now', <Money key="blocked" value={blocked} fw={700} />]]} />
      {holds.length > 0 && (
        <Rows
          rows={holds}
          rowKey={({ marker }) => marker}
          columns={[
            { title: 'Held', align: 'right', render: ({ amount }) => (amount === null ? 'All' : <Money value={amount} />) },
            { title: 'Until', render: ({ until }) => (until === '' ? 'It is lifted' : <Time at={until} />) },
            { title: 'Reason', render: ({ reason }) => reason },
            { title: 'By', render: ({ by }) => by && <Named kind="staff" id={by} /> },
            { title: 'When', render: ({ recorded }) => <Time at={recorded} /> },
            {
              title: 'Actions',
              render: (hold) =>
                mayLift && (
                  <Button variant="default" size="xs" onClick={() => setLifted(hold)}>
                    Lift
                  </Button>
                ),
            },
          ]}
        />
      )}
      {lifted && <LiftDialog userId={userId} hold={lifted} onClose={() => setLifted(undefined)} />}
    </Section>
  );
}
