import { Stack } from '@mantine/core';
import { PageTitle } from '../../components/data-page.js';
import { CaseParts } from '../../components/case/case-parts.js';
import { ScreenLink } from '../../components/screen-link.js';
import { useAddressPart } from '../../components/use-address.js';
import { addressOf, KIND_NAMES } from '../records.js';

/** A case by what mails call it, as `purchase:01J…`: its owner, its notes and what happened. */
export default function CasePage() {
  const marker = useAddressPart('marker');
  const at = marker.indexOf(':');
  const [kind, id] = [marker.slice(0, at), marker.slice(at + 1)];
  const address = addressOf({ kind, marker: id, userid: '' });
  return (
    <Stack gap="md">
      <PageTitle
        title={`Case: ${KIND_NAMES[kind] ?? kind}`}
        actions={address && <ScreenLink {...address}>Open the record</ScreenLink>}
      />
      <CaseParts kind={kind} id={id} />
    </Stack>
  );
}
