import { Code } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useOperation } from '../api/use-operation.js';
import { grantsOfRole, type RoleOfStaff } from '../session/roles.js';
import type { Grant, Needs } from '../session/profile.js';
import { Notice } from './notice.js';

interface ForbiddenProps {
  /** The permissions of which one is missing, where they are known. */
  readonly needs?: Needs | undefined;
  /** What the service said instead. */
  readonly said?: string;
}

/** Says who may do it: the roles that come with the permission. */
export function Forbidden({ needs, said }: ForbiddenProps) {
  const wanted = needs === undefined ? [] : [needs].flat();
  const roles = useOperation('control_role_fetch', {}, { enabled: wanted.length > 0 });
  return (
    <Notice icon={Lock} title="This is not for your account" color="orange" role="status">
      {wanted.length === 0 ? (
        <p>{said ?? 'A permission is missing.'}</p>
      ) : (
        <p>
          It needs the permission{' '}
          {wanted.map((grant, index) => (
            <span key={grant}>
              {index > 0 && ' or '}
              <Code>{grant}</Code>
            </span>
          ))}
          {roles.data && `, which comes with ${titlesOf(roles.data, wanted)}`}.
        </p>
      )}
      An administrator can grant it.
    </Notice>
  );
}

function titlesOf(roles: readonly RoleOfStaff[], wanted: readonly Grant[]): string {
  const titles = roles.filter((role) => wanted.some((grant) => grantsOfRole(role, grant))).map(({ title }) => title);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(titles);
}
