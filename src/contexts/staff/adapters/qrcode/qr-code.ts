import { toDataURL } from 'qrcode';

/** A PNG as a data URL, so that no copy exists outside of the answer. */
export function qrCodeUrl(text: string): Promise<string> {
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 2, scale: 6 });
}
