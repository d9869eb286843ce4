const KEY = 'harmattan-console-device';

/** What a sign-in says of this browser: it is the same device each time. */
export function thisDevice(): { readonly type: string; readonly serial: string; readonly name: string } {
  const serial = localStorage.getItem(KEY) ?? `console-${crypto.randomUUID()}`;
  localStorage.setItem(KEY, serial);
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(navigator.userAgent)?.[1] ?? 'Browser';
  return { type: 'Web', serial, name: `Console in ${browser}` };
}
