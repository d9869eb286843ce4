/** An address to which paths can be added. */
export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
