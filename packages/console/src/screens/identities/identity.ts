import type { Item } from '@harmattan/client';

export type Identity = Item<'control_identity_fetch'>;

const NUMBERS: Readonly<Record<string, string>> = { bvn: 'BVN', nin: 'NIN', vnin: 'Virtual NIN' };

/** A number is known by its last four digits alone. */
export function numberInWords({ type, last }: Pick<Identity, 'type' | 'last'>): string {
  if (type === 'sanction') return 'Lists of sanctions';
  return type === 'name' ? 'New name' : `${NUMBERS[type] ?? type} that ends with ${last}`;
}

export function isUndecided({ status }: Pick<Identity, 'status'>): boolean {
  return status === 'review' || status === 'watch_listed';
}

const REASONS: Readonly<Record<string, string>> = {
  order: 'The names stand in another order.',
  initials: 'One has an initial where the other has a name.',
  spelling: 'A name is spelled in another way.',
  different: 'A name is another one.',
  missing: 'One has a name that the other does not have.',
};

/** Why the names do not agree wholly. */
export function reasonInWords(reason: string): string {
  return REASONS[reason] ?? reason;
}
