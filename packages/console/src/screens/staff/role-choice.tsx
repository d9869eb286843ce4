import { Select } from '@mantine/core';
import { useOperation } from '../../api/use-operation.js';
import { ErrorLine } from '../../components/error-notice.js';
import { holds, useProfile } from '../../session/profile.js';
import { type Grants, grantsFrom, isRole } from './grants.js';

interface RoleChoiceProps {
  readonly grants: Grants;
  /** @param title what the role is called */
  readonly onChange: (grants: Grants, title: string) => void;
}

/** Permissions begin from those of a role; the boxes below change them one by one. */
export function RoleChoice({ grants, onChange }: RoleChoiceProps) {
  const profile = useProfile();
  const roles = useOperation('control_role_fetch', {});
  if (roles.error) return <ErrorLine error={roles.error} />;
  const chosen = roles.data?.find((role) => isRole(role, grants));
  const choose = (name: string | null) => {
    const role = roles.data?.find((each) => each.role === name);
    if (role)
      onChange(
        grantsFrom(role, grants, (grant) => holds(profile, grant)),
        role.title,
      );
  };
  return (
    <Select
      label="Begin with the permissions of"
      placeholder="None of the roles"
      description={chosen?.about ?? 'Choose a role, then change single permissions if needed'}
      data={roles.data?.map(({ role, title }) => ({ value: role, label: title })) ?? []}
      value={chosen?.role ?? null}
      allowDeselect={false}
      onChange={choose}
    />
  );
}
