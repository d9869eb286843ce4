export const FILE_LIMIT_BYTES = 10 * 1_048_576;

export interface FileKind {
  readonly contentType: string;
  /** Media types that the inspection may report. */
  readonly detectedTypes: readonly string[];
}

const kind = (contentType: string, ...found: string[]): FileKind => ({ contentType, detectedTypes: [contentType, ...found] });
const office = (name: string): FileKind => kind(`application/vnd.openxmlformats-officedocument.${name}`);

const JPEG = kind('image/jpeg');
/** Text is always downloaded, so its subtypes need no distinction. */
const TEXT = ['text/plain', 'application/json', 'application/xml', 'text/calendar', 'text/vcard'];

const KINDS: ReadonlyMap<string, FileKind> = new Map<string, FileKind>([
  ['jpg', JPEG],
  ['jpeg', JPEG],
  ['png', kind('image/png', 'image/apng')],
  ['gif', kind('image/gif')],
  ['webp', kind('image/webp')],
  ['heic', kind('image/heic', 'image/heif', 'image/heic-sequence')],
  ['pdf', kind('application/pdf')],
  ['doc', kind('application/msword')],
  ['docx', office('wordprocessingml.document')],
  ['xls', kind('application/vnd.ms-excel')],
  ['xlsx', office('spreadsheetml.sheet')],
  ['ppt', kind('application/vnd.ms-powerpoint')],
  ['pptx', office('presentationml.presentation')],
  ['csv', kind('text/csv', ...TEXT)],
  ['txt', kind('text/plain', ...TEXT)],
  ['json', kind('application/json')],
  ['zip', kind('application/zip')],
  ['mp3', kind('audio/mpeg')],
  ['mp4', kind('video/mp4', 'video/x-m4v')],
]);

export function kindOf(extension: string): FileKind | undefined {
  return KINDS.get(extension);
}

export function isImage({ contentType }: Pick<FileKind, 'contentType'>): boolean {
  return contentType.startsWith('image/');
}
