import { type FormEvent, useState } from 'react';
import type { Action } from '@harmattan/client';
import { Button, FileInput, Group, Menu, Stack, Textarea } from '@mantine/core';
import { MessageSquareText, Paperclip } from 'lucide-react';
import { useAction } from '../../api/use-action.js';
import { usePage } from '../../api/use-operation.js';
import { ErrorLine } from '../../components/error-notice.js';
import { Section } from '../../components/section.js';
import { useDraft } from '../../components/use-draft.js';

interface ReplyProps {
  readonly ticketId: string;
  readonly changes: readonly Action[];
}

/** An answer to the user, with files, begun from one of the FAQs where it fits. */
export function Reply({ ticketId, changes }: ReplyProps) {
  const { value: text, set: setText, forget } = useDraft(`reply-${ticketId}`, '');
  const [files, setFiles] = useState<File[]>([]);
  const reply = useAction('control_support_ticket_reply', {
    done: 'Answered: the user gets a notice and a mail',
    changes,
    onDone: () => {
      forget();
      setFiles([]);
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const attachments = await Promise.all(files.map(attachmentOf));
    reply.mutate({ ticket_id: ticketId, message: text.trim(), ...(attachments.length > 0 ? { attachments } : {}) });
  };
  return (
    <Section
      title="Answer"
      actions={<CannedAnswers onChoose={(answer) => setText((given) => (given ? `${given}\n\n${answer}` : answer))} />}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <Textarea
            aria-label="Answer"
            placeholder="The user reads this."
            autosize
            minRows={4}
            maxLength={10_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ErrorLine error={reply.error} />
          <Group justify="space-between">
            <FileInput
              aria-label="Add files"
              placeholder="Add files"
              leftSection={<Paperclip size={16} />}
              multiple
              clearable
              value={files}
              onChange={setFiles}
              w={240}
            />
            <Button type="submit" loading={reply.isPending} disabled={text.trim() === ''}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** The FAQs are the answers that are given most. */
function CannedAnswers({ onChoose }: { readonly onChoose: (answer: string) => void }) {
  const faqs = usePage('control_support_faq_fetch', {});
  const items = faqs.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<MessageSquareText size={16} />}>
          Canned answers
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {items.map(({ marker, question, answer }) => (
          <Menu.Item key={marker} onClick={() => onChoose(answer)}>
            {question}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** As the operation takes it. */
async function attachmentOf(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return { filename: file.name, content_type: file.type || 'application/octet-stream', data: btoa(text) };
}
