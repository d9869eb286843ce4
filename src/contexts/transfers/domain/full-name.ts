/** Shortened to fit a history entry. */
export function fullName({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.slice(0, 120);
}
