import type { Item } from '@harmattan/client';
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PROPOSED } from '../../api/toast.js';
import { useAction } from '../../api/use-action.js';
import { useOperation } from '../../api/use-operation.js';
import { Rows } from '../../components/data-table.js';
import { Day, daysInWords } from '../../components/day.js';
import { DownloadList } from '../../components/download-list.js';
import { ErrorLine, ErrorNotice } from '../../components/error-notice.js';
import { Money } from '../../components/money.js';
import { RecordPage } from '../../components/record-page.js';
import { Reference } from '../../components/reference.js';
import { ScreenLink } from '../../components/screen-link.js';
import { Section } from '../../components/section.js';
import { useMay } from '../../session/profile.js';
import { type Choice, choicesFor, meaningOf, suggestedChoice } from './line-choices.js';

type Statement = Item<'control_statement_fetch'>;
type Line = Extract<Statement, { readonly lines: unknown }>['lines'][number];

/** As many as one proposal takes. */
const MOST = 100;

/** The lines of one statement, and what those without a settlement are booked as. */
export function StatementLines({ marker }: { readonly marker: string }) {
  return (
    <RecordPage action="control_statement_fetch" input={{ rqtp: 'mk', rqvl: marker }}>
      {(statement) => <View statement={statement} lines={'lines' in statement ? statement.lines : []} />}
    </RecordPage>
  );
}

function View({ statement, lines }: { readonly statement: Statement; readonly lines: readonly Line[] }) {
  const { marker, bank, first_day: from, last_day: to } = statement;
  const books = useOperation('control_books_fetch', {});
  const maySettle = useMay('otherControl.paymtMethod');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  if (books.error) return <ErrorNotice error={books.error} retry={() => void books.refetch()} />;
  const providers = books.data?.clearing.map(({ provider }) => provider) ?? [];
  const choiceOf = (line: Line) => chosen[line.marker] ?? suggestedChoice(line);
  const settled = lines.flatMap((line) => {
    const meaning = line.settlement === '' ? meaningOf(choiceOf(line)) : undefined;
    return meaning ? [{ line: line.marker, ...meaning }] : [];
  });
  return (
    <Section title={`${bank}, ${daysInWords(from, to)}`}>
      <Stack gap="sm">
        <Group justify="space-between">
          <ScreenLink to="/safeguarding">All statements</ScreenLink>
          <DownloadList action="control_statement_fetch" input={{ rqtp: 'mk', rqvl: marker }} />
        </Group>
        <Rows
          rows={lines}
          rowKey={({ marker: line }) => line}
          columns={[
            { title: 'Day', render: ({ day }) => <Day of={day} /> },
            { title: 'Amount', align: 'right', render: ({ amount }) => <Money value={amount} /> },
            { title: 'Line', render: ({ description }) => description },
            { title: 'Reference', render: ({ reference }) => reference && <Reference value={reference} /> },
            {
              title: 'What it is',
              render: (line) =>
                line.settlement === '' ? (
                  <Meaning
                    line={line}
                    choices={choicesFor(line, providers)}
                    value={choiceOf(line)}
                    isReadOnly={!maySettle}
                    onChange={(value) => setChosen((before) => ({ ...before, [line.marker]: value }))}
                  />
                ) : (
                  'booked'
                ),
            },
          ]}
        />
        {maySettle && <Proposing statement={marker} lines={settled} />}
      </Stack>
    </Section>
  );
}

interface MeaningProps {
  readonly line: Line;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

function Meaning({ line, choices, value, isReadOnly, onChange }: MeaningProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={`What line ${line.position} is`}
      data={[{ value: '', label: 'Leave it open' }, ...choices]}
      value={value}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type Settled = { readonly line: string } & NonNullable<ReturnType<typeof meaningOf>>;

function Proposing({ statement, lines }: { readonly statement: string; readonly lines: readonly Settled[] }) {
  const [reason, setReason] = useState('');
  const settle = useAction('control_statement_settle', {
    done: PROPOSED,
    changes: ['control_statement_fetch', 'control_proposal_fetch', 'control_work_queue'],
    onDone: () => setReason(''),
  });
  const some = lines.slice(0, MOST);
  return (
    <Stack gap="xs">
      <Group align="end">
        <TextInput
          label="Reason"
          required
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          w={{ base: '100%', sm: 360 }}
        />
        <Button
          disabled={some.length === 0 || reason.trim() === ''}
          loading={settle.isPending}
          onClick={() => settle.mutate({ reqv: statement, lines: [...some], reason: reason.trim() })}
        >
          {`Propose to book ${some.length} ${some.length === 1 ? 'line' : 'lines'}`}
        </Button>
      </Group>
      <ErrorLine error={settle.error} />
    </Stack>
  );
}
