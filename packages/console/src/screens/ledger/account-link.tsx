import { Text } from '@mantine/core';
import { Named } from '../../components/named.js';
import { ScreenLink } from '../../components/screen-link.js';
import { useMay } from '../../session/profile.js';

/** An account of the ledger; the wallet of a user by the user's name. */
export function AccountLink({ account }: { readonly account: string }) {
  const mayOpen = useMay('otherControl.fiatCurency');
  const maySeeWallets = useMay('userControl.viewHistory');
  if (account === 'wallet') return <Text span>The wallet of a user</Text>;
  const isSystem = account.startsWith('system:');
  const may = mayOpen && (isSystem || maySeeWallets);
  return (
    <>
      {!isSystem && <Named kind="user" id={account} />}
      {may ? (
        <ScreenLink to="/accounts/$account" params={{ account }}>
          {isSystem ? account : 'The wallet'}
        </ScreenLink>
      ) : (
        isSystem && <Text span>{account}</Text>
      )}
    </>
  );
}
