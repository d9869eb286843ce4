import { type FormEvent, useState } from 'react';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.js';
import { ErrorLine } from '../../components/error-notice.js';
import { useFields } from '../../components/use-fields.js';

/** A code by mail, then the new password. @param props.email undefined: it is asked for */
export function PasswordReset({ email }: { readonly email?: string }) {
  const [isSent, setIsSent] = useState(false);
  const { values, field } = useFields({ emal: email ?? '', code: '', pswd: '' });
  const emal = values.emal.trim();
  const send = useMutation({
    mutationFn: () => call('user_email_verify_send', { emal, purpose: 'reset' }),
    onSuccess: () => setIsSent(true),
  });
  const reset = useMutation({
    mutationFn: () => call('user_password_reset', { emal, code: values.code.trim(), pswd: values.pswd }),
  });
  if (reset.isSuccess)
    return (
      <Text size="sm" role="status">
        The password is set, and every session has ended. Sign in with the new password.
      </Text>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSent) send.mutate();
    else reset.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={420}>
        {email === undefined && (
          <TextInput label="E-mail address" type="email" autoComplete="username" required disabled={isSent} {...field('emal')} />
        )}
        {isSent ? (
          <>
            <Text size="sm" role="status">
              If there is an account with this address, we have mailed it a code. The code works for one hour.
            </Text>
            <TextInput
              label="Code from the mail"
              autoComplete="one-time-code"
              placeholder="ABCD-EFGH"
              required
              {...field('code')}
            />
            <PasswordInput
              label="New password"
              description="8 characters or more with upper case, lower case and a digit"
              autoComplete="new-password"
              required
              {...field('pswd')}
            />
            <ErrorLine error={reset.error} />
            <Button type="submit" loading={reset.isPending} disabled={values.code.trim() === '' || values.pswd === ''}>
              Set the password
            </Button>
          </>
        ) : (
          <>
            {email !== undefined && (
              <Text size="sm">{`We mail a code to ${email}. The new password ends every session, this one too.`}</Text>
            )}
            <ErrorLine error={send.error} />
            <Button
              type="submit"
              variant={email === undefined ? 'filled' : 'default'}
              loading={send.isPending}
              disabled={emal === ''}
            >
              {email === undefined ? 'Mail me a code' : 'Change the password'}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}
