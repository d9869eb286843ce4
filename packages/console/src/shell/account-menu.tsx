import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Check, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useGoTo } from '../components/use-address.js';
import { useProfile } from '../session/profile.js';

const SCHEMES = [
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
  ['auto', 'As the system', Monitor],
] as const;

interface AccountMenuProps {
  readonly onSignOut: () => void;
  readonly onHelp: () => void;
}

export function AccountMenu({ onSignOut, onHelp }: AccountMenuProps) {
  const profile = useProfile();
  const goTo = useGoTo();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton ml="auto">
          <VisuallyHidden>Account of {profile.fullName}</VisuallyHidden>
          <Avatar name={profile.fullName} color="savanna" radius="xl" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" className="wrap">
            {profile.fullName}
          </Text>
          <Text size="xs" className="wrap">
            {[profile.stxrole, profile.stxdept].filter(Boolean).join(' · ')}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        {SCHEMES.map(([value, label, Icon]) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value ? <Check size={16} aria-label="chosen" /> : null}
            onClick={() => setColorScheme(value)}
            closeMenuOnClick={false}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<UserRound size={16} />} onClick={() => goTo({ to: '/account' })}>
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard size={16} />} onClick={onHelp}>
          Keyboard
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
