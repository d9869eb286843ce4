import { useEffect } from 'react';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../shell/entrance.js';
import { PasswordReset } from './account/password-reset.js';

/** The second factor stays as it is: who has the mailbox alone gets no further than a new password. */
export default function ForgottenPassword() {
  useEffect(() => {
    document.title = 'Forgotten password · Harmattan console';
  }, []);
  return (
    <Entrance title="Forgotten password" about="You need the code of your authenticator app to sign in afterwards, as always.">
      <PasswordReset />
      <Anchor component={Link} to="/sign-in" size="sm" ta="center">
        Sign in
      </Anchor>
    </Entrance>
  );
}
