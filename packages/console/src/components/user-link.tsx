import { Reference } from './reference.js';
import { Named } from './named.js';

/** A user by their name, as a link for who may see them; or by what is known of them already. */
export function UserLink({ id, children }: { readonly id: string; readonly children?: string }) {
  if (id === '') return children === undefined ? null : <Reference value={children} />;
  return <Named kind="user" id={id} />;
}
