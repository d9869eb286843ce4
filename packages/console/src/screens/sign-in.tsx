import { type FormEvent, useEffect, useState } from 'react';
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { client } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { CODE_LENGTH, CodeField } from '../components/code-field.js';
import { ErrorLine } from '../components/error-notice.js';
import { useAddressSearch } from '../components/use-address.js';
import { addressAfterSignIn } from '../session/address-after-sign-in.js';
import { Entrance } from '../shell/entrance.js';
import { thisDevice } from '../session/device.js';
import { signInWithPasskey } from '../session/passkeys.js';

interface Form {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** Password, and a two-factor code or a passkey; then back to where the session had ended. */
export default function SignIn() {
  const [{ back, ended }] = useAddressSearch();
  const [form, setForm] = useState<Form>({ email: '', password: '', code: '' });
  const signIn = useSignIn(back, () => setForm((given) => ({ ...given, code: '' })));
  useEffect(() => {
    document.title = 'Sign in · Harmattan console';
  }, []);
  const hasPassword = form.email !== '' && form.password !== '';
  const isReady = hasPassword && form.code.length === CODE_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !signIn.isPending) signIn.mutate({ ...form, by: 'code' });
  };
  const isAsking = signIn.isPending && signIn.variables.by === 'passkey';
  return (
    <Entrance title="Sign in">
      {ended && (
        <Alert color="yellow">
          Your session has ended, by a sign-out in another tab or after half an hour without work. Sign in to go on where you
          were.
        </Alert>
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            autoFocus
            required
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          <CodeField value={form.code} onChange={(code) => setForm({ ...form, code })} />
          <ErrorLine error={signIn.error} />
          <Button type="submit" loading={signIn.isPending && !isAsking} disabled={!isReady || isAsking} fullWidth>
            Sign in
          </Button>
          <Button
            variant="default"
            loading={isAsking}
            disabled={!hasPassword || signIn.isPending}
            onClick={() => signIn.mutate({ ...form, by: 'passkey' })}
            fullWidth
          >
            Use a passkey in place of the code
          </Button>
          <Anchor component={Link} to="/forgotten-password" size="sm" ta="center">
            Forgotten password
          </Anchor>
          <Text size="sm" c="dimmed" ta="center">
            Invited?{' '}
            <Anchor component={Link} to="/register">
              Register with your registration ID
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Entrance>
  );
}

/** @param back where to go then, in the console */
function useSignIn(back: string | undefined, onError: () => void) {
  const router = useRouter();
  return useMutation({
    mutationFn: async ({ by, email, password, code }: Form & { readonly by: 'code' | 'passkey' }) => {
      const [emal, pswd] = [email.trim(), password];
      if (by === 'passkey') return signInWithPasskey(emal, pswd);
      const { type, serial, name } = thisDevice();
      await client.signIn('control_staff_profile_login', { emal, pswd, pinc: code, dvty: type, dsnm: serial, dvnm: name });
    },
    onSuccess: () => {
      queryClient.clear();
      router.history.push(addressAfterSignIn(back));
    },
    onError,
  });
}
