/** The largest file. */
export const FILE_LIMIT_BYTES = 10 * 1_048_576;

/** What an extension stands for. */
export interface Kind {
  /** Media type that the content is served as. */
  readonly contentType: string;
  /** What an inspection of the content may find. */
  readonly found: readonly string[];
}

const kind = (contentType: string, ...found: string[]): Kind => ({ contentType, found: [contentType, ...found] });
const office = (name: string): Kind => kind(`application/vnd.openxmlformats-officedocument.${name}`);

const JPEG = kind('image/jpeg');
/** Text of any sort is text; it is never shown by a browser, only downloaded. */
const TEXT = ['text/plain', 'application/json', 'application/xml', 'text/calendar', 'text/vcard'];

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
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

/** Undefined for what is not allowed. */
export function kindOf(extension: string): Kind | undefined {
  return KINDS.get(extension);
}

export function isImage({ contentType }: Pick<Kind, 'contentType'>): boolean {
  return contentType.startsWith('image/');
}
