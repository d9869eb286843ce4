import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { holds, useProfile } from '../../session/profile.js';
import { GRANT_GROUPS, type GrantGroup, type Grants, grantTitle, GROUP_TITLES } from './grants.js';

interface GrantBoxesProps {
  readonly grants: Grants;
  /** Only to be read without it. */
  readonly onChange?: (grants: Grants) => void;
}

/** Given with the approval of another member of staff. */
const FOR_MONEY = ['paymtMethod', 'fiatCurency', 'superadminx'];

/** Grants as boxes by area. Nobody gives or takes what they do not hold themselves. */
export function GrantBoxes({ grants, onChange }: GrantBoxesProps) {
  const profile = useProfile();
  const toggle = (group: GrantGroup, name: string, isOn: boolean) =>
    onChange?.({ ...grants, [group]: { ...grants[group], [name]: isOn ? 'YES' : 'NO' } });
  return (
    <SimpleGrid type="container" cols={{ base: 1, '500px': 2, '900px': 3 }}>
      {GRANT_GROUPS.map((group) => (
        <Fieldset key={group} legend={GROUP_TITLES[group]}>
          <Stack gap="xs">
            {Object.entries(grants[group]).map(([name, held]) => (
              <Checkbox
                key={name}
                label={grantTitle(name)}
                description={onChange && FOR_MONEY.includes(name) ? 'Another member approves it' : undefined}
                checked={held === 'YES'}
                disabled={!onChange || !holds(profile, `${group}.${name}`)}
                onChange={(event) => toggle(group, name, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Fieldset>
      ))}
    </SimpleGrid>
  );
}
