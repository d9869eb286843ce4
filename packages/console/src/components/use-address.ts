import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { To } from '../screen-paths.js';

export type Search = Readonly<Record<string, string | undefined>>;

/** What the query of the address says, and a function that changes it. The page, and those before it, end with every other change. */
export function useAddressSearch(): [Search, (changes: Search, options?: { readonly replace?: boolean }) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Search, { replace = false }: { readonly replace?: boolean } = {}) =>
    void navigate({ to: '.', search: { ...search, page: undefined, before: undefined, ...changes }, replace });
  return [search, change];
}

/** A variable part of the address, such as `userId` of `/users/$userId`. */
export function useAddressPart(name: string): string {
  const parts: Search = useParams({ strict: false });
  return parts[name] ?? '';
}

export function useGoTo(): (address: To) => void {
  const navigate = useNavigate();
  return (address) => void navigate(address as never);
}
