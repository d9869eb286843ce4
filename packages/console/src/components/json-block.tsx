import { Code } from '@mantine/core';

/** A payload, in lines where it is JSON. */
export function JsonBlock({ text }: { readonly text: string }) {
  if (text === '') return <>–</>;
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {indented(text)}
    </Code>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
