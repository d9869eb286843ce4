import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { AppShell, Burger, Button, Center, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useOperation } from '../api/use-operation.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Waiting } from '../components/waiting.js';
import { ProfileContext } from '../session/profile.js';
import { signOut } from '../session/session-end.js';
import { AccountMenu } from './account-menu.js';
import { OfflineNotice } from './offline-notice.js';
import { KeyboardHelp } from './keyboard-help.js';
import { Navigation } from './navigation.js';
import { SearchBox } from './search-box.js';

const MAIN = 'main';

/** What is around every screen: search, navigation by permissions, account. */
export function Shell() {
  const profile = useOperation('control_staff_profile_get', {});
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in' });
  };
  if (profile.isPending) return <Waiting />;
  if (profile.error)
    return (
      <>
        <ErrorNotice error={profile.error} retry={() => void profile.refetch()} />
        <Center>
          <Button variant="subtle" onClick={() => void leave()}>
            Sign out
          </Button>
        </Center>
      </>
    );
  return (
    <ProfileContext value={profile.data}>
      <Frame onSignOut={() => void leave()} />
    </ProfileContext>
  );
}

/** The first thing that Tab reaches. */
function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(MAIN)?.focus();
  };
  return (
    <a href={`#${MAIN}`} className="skip-link" onClick={skip}>
      Skip to the content
    </a>
  );
}

/** A screen reader goes on with the new screen; who types goes on typing. */
function useFocusAfterNavigation(path: string): void {
  const focused = useRef(path);
  useEffect(() => {
    if (focused.current === path) return;
    focused.current = path;
    if (!(document.activeElement instanceof HTMLInputElement)) document.getElementById(MAIN)?.focus({ preventScroll: true });
  }, [path]);
}

function Frame({ onSignOut }: { readonly onSignOut: () => void }) {
  const [isOpen, navigation] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [shownPath, setShownPath] = useState(path);
  // On a phone the navigation covers the screen that it has led to.
  if (shownPath !== path) {
    setShownPath(path);
    navigation.close();
  }
  useFocusAfterNavigation(path);
  useHotkeys([['shift+?', help.toggle]]);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'md' }}
    >
      <SkipLink />
      <AppShell.Header px="md">
        <Group h="100%" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={navigation.toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Group gap={8} wrap="nowrap" visibleFrom="sm" w={208}>
            <img src="/console/logo.svg" width={30} height={30} alt="" />
            <Text fw={700} size="lg">
              Harmattan
            </Text>
          </Group>
          <SearchBox />
          <AccountMenu onSignOut={onSignOut} onHelp={help.open} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <AppShell.Section grow component={ScrollArea} type="hover">
          <Navigation path={path} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id={MAIN} tabIndex={-1}>
        <OfflineNotice />
        <Outlet />
      </AppShell.Main>
      <KeyboardHelp isOpen={isHelpOpen} onClose={help.close} />
    </AppShell>
  );
}
