interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** A party as others may see it: `Bayo A., b***@e***.com`; names are empty once an account is closed. */
export function personOf(names: Names | undefined, maskedAddress: string): string {
  const { firstName = '', lastName = '' } = names ?? {};
  const [initial = ''] = lastName;
  const name = [firstName, initial === '' ? '' : `${initial.toUpperCase()}.`].filter((word) => word !== '').join(' ');
  return [name || 'A closed account', maskedAddress].filter((word) => word !== '').join(', ');
}
