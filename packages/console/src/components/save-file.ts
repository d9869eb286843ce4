interface MadeFile {
  readonly fileName: string;
  readonly fileType: string;
  /** In base64. */
  readonly content: string;
}

/** Lets the browser keep a file of an answer, under its name. */
export function saveFile({ fileName, fileType, content }: MadeFile): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: fileType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
