export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.slice(0, 120);
}

/** The given name and an initial, as `Bayo A.`: enough to recognise a recipient, too little to look people up. */
export function shortName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  const [initial = ''] = lastName;
  return initial === '' ? firstName : `${firstName} ${initial.toUpperCase()}.`;
}
