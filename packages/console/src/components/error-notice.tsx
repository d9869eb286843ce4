import { Button, Code, Group, Text } from '@mantine/core';
import { isHarmattanError } from '@harmattan/client';
import { CircleAlert } from 'lucide-react';
import { Forbidden } from './forbidden.js';
import { Notice } from './notice.js';
import { Reference } from './reference.js';

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

/** A failed call in place of its content: in words, with its ID and the reference that support asks for. */
export function ErrorNotice({ error, retry }: ErrorNoticeProps) {
  if (isHarmattanError(error, 'lacking_permission')) return <Forbidden said={error.message} />;
  return (
    <Notice icon={CircleAlert} title={messageOf(error)} color="red" role="alert">
      <ErrorFacts error={error} />
      {retry && (
        <Button mt="sm" variant="default" size="xs" onClick={retry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}

/** The same in a dialog or beside a form. */
export function ErrorLine({ error }: { readonly error: unknown }) {
  if (!error) return null;
  const isUnknown = isHarmattanError(error) && error.isOutcomeUnknown;
  return (
    <Text component="div" role="alert" c="red" size="sm" className="wrap">
      {messageOf(error)}
      {isUnknown && ' It may have been done already. Send it again: it is done only once.'}
      <ErrorFacts error={error} />
    </Text>
  );
}

function ErrorFacts({ error }: { readonly error: unknown }) {
  if (!isHarmattanError(error)) return null;
  return (
    <Group gap="xs" justify="inherit" wrap="wrap" c="dimmed" style={{ justifyContent: 'inherit' }}>
      <Code>{error.id}</Code>
      {error.reference && <Reference value={error.reference} label="Reference" />}
    </Group>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong';
}
