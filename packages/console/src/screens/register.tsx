import { type FormEvent, useState } from 'react';
import type { Data } from '@harmattan/client';
import { Anchor, Button, Code, Image, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { toDataURL } from 'qrcode';
import { call, client } from '../api/client.js';
import { queryClient } from '../api/query-client.js';
import { CODE_LENGTH, CodeField } from '../components/code-field.js';
import { ErrorLine } from '../components/error-notice.js';
import { Reference } from '../components/reference.js';
import { useAddressSearch } from '../components/use-address.js';
import { thisDevice } from '../session/device.js';
import { Entrance } from '../shell/entrance.js';

type Invitation = Data<'control_staff_register_info'>;

/** An invited member of staff: the registration ID, then the second factor and the password. */
export default function Register() {
  const [{ id: given }] = useAddressSearch();
  // The mail has it after the #, which no server sees.
  const linked = useRouterState({ select: ({ location }) => location.hash });
  const [id, setId] = useState(given ?? linked);
  const lookUp = useMutation({ mutationFn: () => call('control_staff_register_info', { rqvl: id.trim() }) });
  if (lookUp.data) return <SetUp registrationId={id.trim()} invitation={lookUp.data} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() !== '') lookUp.mutate();
  };
  return (
    <Entrance title="Register" about="Use the registration ID of your invitation. It works for seven days.">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Registration ID"
            required
            autoFocus
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <ErrorLine error={lookUp.error} />
          <Button type="submit" loading={lookUp.isPending} disabled={id.trim() === ''}>
            Go on
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm" ta="center">
            Sign in instead
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

interface Registration {
  readonly registrationId: string;
  readonly invitation: Invitation;
}

function SetUp({ registrationId, invitation }: Registration) {
  const [form, setForm] = useState({
    email: invitation.twofaAccount.includes('@') ? invitation.twofaAccount : '',
    password: '',
    code: '',
  });
  const register = useRegistration(registrationId, () => setForm((given) => ({ ...given, code: '' })));
  const isReady = form.email !== '' && form.password !== '' && form.code.length === CODE_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !register.isPending) register.mutate(form);
  };
  return (
    <Entrance
      title="Set up your second factor"
      about="Scan the picture with an authenticator app, or type the key into it. We show it until you have registered, and never again."
    >
      <SecondFactor registrationId={registrationId} invitation={invitation} />
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            description="The password of your account. For a new account: 8 characters or more with upper case, lower case and a digit"
            autoComplete="new-password"
            required
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.currentTarget.value })}
          />
          <CodeField label="Code that the app shows now" value={form.code} onChange={(code) => setForm({ ...form, code })} />
          <ErrorLine error={register.error} />
          <Button type="submit" loading={register.isPending} disabled={!isReady}>
            Register
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

function useRegistration(registrationId: string, onError: () => void) {
  const router = useRouter();
  return useMutation({
    mutationFn: ({ email, password, code }: { email: string; password: string; code: string }) => {
      const { type, serial, name } = thisDevice();
      const device = { dvty: type, dsnm: serial, dvnm: name };
      const input = { rgid: registrationId, emal: email.trim(), pswd: password, pinc: code, ...device };
      return client.signIn('control_staff_profile_register', input);
    },
    onSuccess: () => {
      queryClient.clear();
      void router.navigate({ to: '/' });
    },
    onError,
  });
}

/** The key for an authenticator app, as a picture and as text. */
function SecondFactor({ registrationId, invitation }: Registration) {
  const picture = useQuery({
    queryKey: ['qr', registrationId],
    queryFn: () => toDataURL(invitation.twofaUri, { margin: 1, width: 200 }),
  });
  return (
    <Stack gap={4} align="center">
      {picture.data && <Image src={picture.data} w={200} h={200} alt="QR code of the key below" radius="md" />}
      <Text size="xs" c="dimmed">
        Key
      </Text>
      <Code>
        <Reference value={invitation.twofaSecret} />
      </Code>
    </Stack>
  );
}
