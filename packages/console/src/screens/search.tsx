import { Divider, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { isHarmattanError } from '@harmattan/client';
import { Search as SearchIcon, SearchX } from 'lucide-react';
import { Fragment, type KeyboardEvent } from 'react';
import { useOperation } from '../api/use-operation.js';
import { PageTitle } from '../components/data-page.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Notice } from '../components/notice.js';
import { useAddressSearch } from '../components/use-address.js';
import { Waiting } from '../components/waiting.js';
import { RecordRow } from './record-row.js';
import { addressOf } from './records.js';

const SHORTEST = 2;

export default function SearchResults() {
  const [{ q = '' }] = useAddressSearch();
  return (
    <Stack gap="md">
      <PageTitle title="Search" about={q === '' ? undefined : `Records with “${q}”`} />
      <Results text={q.trim()} />
    </Stack>
  );
}

function Results({ text }: { readonly text: string }) {
  const found = useOperation('control_search', { rqvl: text }, { enabled: text.length >= SHORTEST });
  if (text.length < SHORTEST)
    return (
      <Notice icon={SearchIcon} title="What are you looking for?" role="status">
        A name, e-mail address, phone number, reference, meter, amount, day, payer, note, subject, or the reference of an error.
      </Notice>
    );
  if (found.isPending) return <Waiting />;
  if (isHarmattanError(found.error) && found.error.status === 404) return <NothingFound />;
  if (found.error) return <ErrorNotice error={found.error} retry={() => void found.refetch()} />;
  const [first, ...others] = found.data;
  if (!first) return <NothingFound />;
  const address = addressOf(first);
  // A single hit opens, and the way back leads to the page before the search.
  if (address && others.length === 0) return <Navigate {...address} replace />;
  return (
    <Stack gap="sm" data-results onKeyDown={step}>
      {found.data.map((record, place) => (
        <Fragment key={`${record.kind}:${record.marker}`}>
          {place > 0 && <Divider />}
          <RecordRow record={record} hasKind />
        </Fragment>
      ))}
    </Stack>
  );
}

/** The arrows lead from one record to the next. */
function step(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll('a')];
  links[links.findIndex((link) => link === document.activeElement) + by]?.focus();
}

function NothingFound() {
  return (
    <Notice icon={SearchX} title="Nothing found" role="status">
      Try fewer words, a name, an amount with its day, or the whole of a number. Records that your role may not read are not
      found.
    </Notice>
  );
}
