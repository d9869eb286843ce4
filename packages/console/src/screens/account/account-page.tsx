import { Stack, Text, Title } from '@mantine/core';
import { OperationTable, PageTitle } from '../../components/data-page.js';
import { Facts } from '../../components/facts.js';
import { NamedSubject } from '../../components/named.js';
import { Section } from '../../components/section.js';
import { Time } from '../../components/time.js';
import { useMay, useProfile } from '../../session/profile.js';
import { OwnSessions } from './own-sessions.js';
import { OwnPasskeys } from './own-passkeys.js';
import { PasswordReset } from './password-reset.js';

/** Of who is signed in: sessions, password, second factor, passkeys, and what they did. */
export default function AccountPage() {
  const profile = useProfile();
  const mayReadAudit = useMay(['staffControl.superadminx', 'StatsControl.tradHistory']);
  return (
    <Stack gap="md">
      <PageTitle title="Your account" about={[profile.stxrole, profile.stxdept].filter(Boolean).join(' · ')} />
      <Facts
        columns={2}
        facts={[
          ['Name', profile.fullName],
          ['E-mail address', profile.emailAddress],
          ['Name in the team', profile.agentname],
          ['Invited by', profile.officerName || '–'],
          ['With the team since', <Time key="since" at={profile.recorded} />],
        ]}
      />
      <Section title="Where you are signed in">
        <OwnSessions />
      </Section>
      <Section title="Password">
        <PasswordReset email={profile.emailAddress} />
      </Section>
      <Section title="Second factor">
        <Text size="sm">
          Codes come from your authenticator app. If you lose the phone, or somebody else may have the key, ask a super
          administrator to reset it. You get a new key. The old key and your passkeys are then void.
        </Text>
      </Section>
      <OwnPasskeys />
      {mayReadAudit && (
        <>
          <Title order={2}>What you did</Title>
          <OperationTable
            action="control_audit_fetch"
            input={() => ({ rqtp: 'actor', rqvl: profile.userid })}
            rowKey={({ marker }) => marker}
            empty="Nothing yet"
            columns={[
              { title: 'When', sort: 'recorded', render: ({ recorded }) => <Time at={recorded} /> },
              { title: 'What', sort: 'what', render: ({ what }) => what },
              { title: 'About', render: ({ subject }) => <NamedSubject subject={subject} /> },
              { title: 'Address', sort: 'ip', render: ({ ip }) => ip },
            ]}
          />
        </>
      )}
    </Stack>
  );
}
