import type { ReactNode } from 'react';
import { Card, Group, Stack, Title } from '@mantine/core';

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen with a heading. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {actions}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
