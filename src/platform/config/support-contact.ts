/** How users reach support; undefined where it was not set. */
export interface SupportContact {
  readonly supportEmail: string | undefined;
  readonly supportPhone: string | undefined;
}

/** Undefined where there is no contact. */
export function helpLine({ supportEmail, supportPhone }: SupportContact): string | undefined {
  const ways = [supportEmail && `write to ${supportEmail}`, supportPhone && `call ${supportPhone}`].filter(Boolean);
  return ways.length === 0 ? undefined : `Need help? ${ways.join(' or ').replace(/^./, (letter) => letter.toUpperCase())}.`;
}
