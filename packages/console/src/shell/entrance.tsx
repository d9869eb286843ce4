import type { ReactNode } from 'react';
import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';

interface EntranceProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of what is seen before anybody is signed in. */
export function Entrance({ title, about, children }: EntranceProps) {
  return (
    <Center component="main" mih="100vh" p="md" bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))">
      <Stack gap="lg" w="100%" maw={420}>
        <Group gap="sm" justify="center">
          <img src="/console/logo.svg" width={40} height={40} alt="" />
          <Text fw={700} size="xl">
            Harmattan console
          </Text>
        </Group>
        <Paper withBorder shadow="sm" p={{ base: 'md', xs: 'xl' }} radius="lg">
          <Stack gap="md">
            <Stack gap={4}>
              <Title order={1}>{title}</Title>
              {about && (
                <Text c="dimmed" size="sm" component="div">
                  {about}
                </Text>
              )}
            </Stack>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
