import { useMay } from '../session/profile.js';
import { Reference } from './reference.js';
import { ScreenLink } from './screen-link.js';

/** A user by their id, as a link for who may see them. */
export function UserLink({ id, children = id }: { readonly id: string; readonly children?: string }) {
  const may = useMay('userControl.viewDetails');
  if (id === '') return null;
  if (!may) return <Reference value={children} />;
  return (
    <ScreenLink to="/users/$userId" params={{ userId: id }} ff={children === id ? 'monospace' : undefined}>
      {children}
    </ScreenLink>
  );
}
