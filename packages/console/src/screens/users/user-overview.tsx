import { lazy, Suspense } from 'react';
import { SimpleGrid, Stack } from '@mantine/core';
import { CaseParts } from '../../components/case/case-parts.js';
import { Facts } from '../../components/facts.js';
import { lagosMs } from '../../components/lagos-time.js';
import { loadCode } from '../../components/load-code.js';
import { Money } from '../../components/money.js';
import { Named } from '../../components/named.js';
import { Reference } from '../../components/reference.js';
import { Section } from '../../components/section.js';
import { Status } from '../../components/status.js';
import { Time } from '../../components/time.js';
import { UserLink } from '../../components/user-link.js';
import { Waiting } from '../../components/waiting.js';
import { useMay } from '../../session/profile.js';
import type { User } from './user-dialog.js';
import { UserHolds, UserLimits } from './user-limits.js';

const BalanceChart = lazy(loadCode(() => import('./balance-chart.js')));

/** Who the user is, what they have, and how it became so. */
export function UserOverview({ userId, user }: { readonly userId: string; readonly user: User }) {
  const mayViewHistory = useMay('userControl.viewHistory');
  return (
    <Stack gap="md">
      <Section title="Profile">
        <Facts
          facts={[
            ['E-mail address', <Verified key="email" value={user.emailAddress} state={user.emailVerify} />],
            ['Phone', user.phoneNumber && <Verified value={user.phoneNumber} state={user.phoneVerify} />],
            ['Identity', <Status key="identity" value={user.identVerify} />],
            ['Reference ID', <Reference key="reference" value={user.referralCode} />],
            ['Username', user.username],
            ['User ID', <Reference key="id" value={userId} />],
            ['Registered', <Time key="since" at={user.recorded} />],
            ['Last active', user.activeDate && <Time at={lagosMs(`${user.activeDate} ${user.activeTime}`) ?? ''} />],
            ['Invited by', user.referrerid && <UserLink id={user.referrerid} />],
            ['Transaction PIN', user.passcode === 'active' ? 'set' : 'none'],
            ['Suspended by', user.suspendedBy && <Named kind="staff" id={user.suspendedBy} />],
            ['Suspended', user.suspendedAt && <Time at={user.suspendedAt} />],
            ['Why suspended', user.status === 'suspended' && (user.suspendedReason || 'No reason was given')],
            ['No payments until', user.coolingOff && <Time key="cooling-off" at={user.coolingOff} />],
          ]}
        />
      </Section>
      <Section title="Money">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Facts
            columns={2}
            facts={[
              ['Balance', <Money key="balance" value={user.balance} fw={700} fz="xl" />],
              ['Spent', <Money key="volume" value={user.tradeVolume} />],
              ['Purchases', String(user.tradeCounts)],
              ['Reward points', String(user.rewardPoint)],
              ['Invited', String(user.referralCount)],
              ['Referral bonus', <Money key="bonus" value={user.referralBonus} />],
            ]}
          />
          {mayViewHistory && (
            <Suspense fallback={<Waiting />}>
              <BalanceChart userId={userId} />
            </Suspense>
          )}
        </SimpleGrid>
      </Section>
      <UserHolds userId={userId} user={user} />
      <UserLimits user={user} />
      <CaseParts kind="user" id={userId} />
    </Stack>
  );
}

function Verified({ value, state }: { readonly value: string; readonly state: string }) {
  return (
    <>
      {value} {state !== '' && <Status value={state} />}
    </>
  );
}
