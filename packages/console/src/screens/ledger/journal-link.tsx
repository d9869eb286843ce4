import { Reference } from '../../components/reference.js';
import { CopyId } from '../../components/copy-id.js';
import { ScreenLink } from '../../components/screen-link.js';
import { useMay } from '../../session/profile.js';

/** A journal of the ledger, for who may read the books. */
export function JournalLink({ id }: { readonly id: string }) {
  const may = useMay('otherControl.fiatCurency');
  if (id === '') return null;
  if (!may) return <Reference value={id} />;
  return (
    <>
      <ScreenLink to="/journals/$journalId" params={{ journalId: id }}>
        Journal
      </ScreenLink>
      <CopyId id={id} />
    </>
  );
}
