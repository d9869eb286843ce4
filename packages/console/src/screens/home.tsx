import { SimpleGrid, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import { PageTitle } from '../components/data-page.js';
import { useGoTo } from '../components/use-address.js';
import { type Screen, SCREENS, type To } from '../screens.js';
import { holds, useProfile } from '../session/profile.js';

export default function Home() {
  const profile = useProfile();
  const goTo = useGoTo();
  const screens = Object.entries<Screen>(SCREENS).filter(
    ([path, { place, needs }]) => path !== '/' && place && holds(profile, needs),
  );
  return (
    <Stack gap="lg">
      <PageTitle title={`Welcome, ${profile.firstName}`} about="Press / to search, ? for the keyboard." />
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }}>
        {screens.map(([path, { title, place }]) => {
          const Icon = place!.icon;
          return (
            <UnstyledButton key={path} onClick={() => goTo({ to: path } as To)}>
              <Stack gap="xs" p="md" bd="1px solid var(--mantine-color-default-border)" bdrs="md">
                <ThemeIcon variant="light" size="lg">
                  <Icon size={20} />
                </ThemeIcon>
                <Text fw={600}>{title}</Text>
              </Stack>
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
    </Stack>
  );
}
