import type { ComponentType } from 'react';
import { Badge, NavLink, type NavLinkProps, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { useWork } from '../screens/work/use-work.js';
import type { Group, Screen } from '../screen.js';
import { SCREENS } from '../screens.js';
import { holds, useProfile } from '../session/profile.js';

/** Its full type is too large for the compiler. */
const RouterNavLink = createLink(NavLink) as unknown as ComponentType<NavLinkProps & { readonly to: string }>;

/** Screens that the permissions of who is signed in open. */
export function Navigation({ path }: { readonly path: string }) {
  const profile = useProfile();
  const work = useWork();
  const groups = new Map<Group, [string, Screen][]>();
  for (const [to, screen] of Object.entries<Screen>(SCREENS)) {
    if (!screen.place || !holds(profile, screen.needs)) continue;
    const { group } = screen.place;
    groups.set(group, [...(groups.get(group) ?? []), [to, screen]]);
  }
  return (
    <nav aria-label="Screens">
      {[...groups].map(([group, screens]) => (
        <div key={group} role="group" aria-label={group}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4} aria-hidden>
            {group}
          </Text>
          {screens.map(([to, screen]) => (
            <Item
              key={to}
              to={to}
              screen={screen}
              count={work.data?.find(({ kind }) => kind === screen.place?.counts)}
              isCurrent={to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`)}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}

interface ItemProps {
  readonly to: string;
  readonly screen: Screen;
  readonly count: { readonly count: number; readonly more: boolean } | undefined;
  readonly isCurrent: boolean;
}

function Item({ to, screen: { title, place }, count, isCurrent }: ItemProps) {
  const Icon = place!.icon;
  return (
    <RouterNavLink
      to={to}
      label={title}
      active={isCurrent}
      rightSection={count && count.count > 0 ? <Count {...count} /> : null}
      leftSection={<Icon size={18} strokeWidth={1.8} aria-hidden />}
      variant="light"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  );
}

function Count({ count, more }: { readonly count: number; readonly more: boolean }) {
  return (
    <Badge size="sm" variant="light" color="orange">
      {count}
      {more && '+'}
    </Badge>
  );
}
