import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import type PdfDocument from 'pdfkit';

/** What a document takes for a font: its types know files only. */
type FontSource = Parameters<InstanceType<typeof PdfDocument>['registerFont']>[1];

const require = createRequire(import.meta.url);
// With ₦ and the letters of Yoruba, Igbo and Hausa, marks of tone on any of them included.
export const regularFont = readOnce(() => require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
export const boldFont = readOnce(() => require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));

/** Parsing the rules by which letters are placed takes longer than writing a document. */
function readOnce(file: () => string): () => FontSource {
  let font: Font | undefined;
  return () => {
    font ??= openSync(file()) as Font;
    return font as unknown as FontSource;
  };
}
