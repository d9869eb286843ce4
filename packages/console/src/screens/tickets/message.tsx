import type { Data } from '@harmattan/client';
import { Anchor, Group, Paper, Text } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { Time } from '../../components/time.js';

type TicketMessage = Extract<Data<'control_support_ticket_fetch'>, { messages: unknown }>['messages'][number];

/** One message of a conversation: those of the user on the left, ours on the right. */
export function Message({ message: { from, message, attachments, created_at: at } }: { readonly message: TicketMessage }) {
  const isOurs = from !== 'user';
  return (
    <Paper
      withBorder
      p="sm"
      maw={720}
      w="fit-content"
      ml={isOurs ? 'auto' : undefined}
      bg={isOurs ? 'var(--mantine-primary-color-light)' : undefined}
    >
      <Text size="xs" c="dimmed">
        {isOurs ? 'Staff' : 'User'} · <Time at={at} />
      </Text>
      <Text size="sm" className="wrap" style={{ whiteSpace: 'pre-wrap' }}>
        {message}
      </Text>
      {attachments.map(({ marker, fileName, filePath }) => (
        <Group key={marker} gap={4} mt={4}>
          <Paperclip size={14} aria-hidden />
          <Anchor href={filePath} target="_blank" rel="noreferrer" size="sm" className="wrap">
            {fileName}
          </Anchor>
        </Group>
      ))}
    </Paper>
  );
}
