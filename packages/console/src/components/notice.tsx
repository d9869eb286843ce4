import type { ReactNode } from 'react';
import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

interface NoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly color?: string;
  readonly role?: 'alert' | 'status';
}

/** What stands where content would be: nothing there, refused, or failed. */
export function Notice({ icon: Icon, title, children, color = 'gray', role }: NoticeProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role={role}>
      <ThemeIcon size={56} radius="xl" variant="light" color={color} aria-hidden>
        <Icon size={28} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {children && (
        <Text component="div" c="dimmed" size="sm" maw={480} className="wrap">
          {children}
        </Text>
      )}
    </Stack>
  );
}
