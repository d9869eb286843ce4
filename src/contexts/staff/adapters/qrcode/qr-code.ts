import { toDataURL } from 'qrcode';

/** The text as a QR code: a data URL of a PNG, so that it is nowhere but in the answer. */
export function qrCodeUrl(text: string): Promise<string> {
  return toDataURL(text, { type: 'image/png', errorCorrectionLevel: 'M', margin: 2, scale: 6 });
}
