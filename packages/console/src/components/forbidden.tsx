import { Code } from '@mantine/core';
import { Lock } from 'lucide-react';
import { Notice } from './notice.js';

/** @param props.needs the permission that is missing, where it is known */
export function Forbidden({ needs }: { readonly needs?: string }) {
  return (
    <Notice icon={Lock} title="This is not for your account" color="orange" role="status">
      {needs ? (
        <>
          It needs the permission <Code>{needs}</Code>. An administrator can grant it.
        </>
      ) : (
        'A permission is missing. An administrator can grant it.'
      )}
    </Notice>
  );
}
