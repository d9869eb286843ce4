import { useEffect, useState } from 'react';
import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.js';
import { toast } from '../../api/toast.js';
import { CODE_LENGTH, CodeField } from '../../components/code-field.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { makePasskey, type PasskeyOffer, requirePasskeys } from '../../session/passkeys.js';

const LONGEST_NAME = 64;

/** A name and a code, then the prompt of the browser. Where that is closed, another one needs no other code for five minutes. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [offer, setOffer] = useState<PasskeyOffer>();
  useEffect(() => {
    if (!offer) return;
    const expiry = setTimeout(() => setOffer(undefined), offer.timeout);
    return () => clearTimeout(expiry);
  }, [offer]);
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      requirePasskeys();
      const offered = offer ?? (await call('control_passkey_options', { pinc: code }));
      setCode('');
      setOffer(offered);
      const made = await makePasskey(offered);
      // The service takes it once.
      setOffer(undefined);
      await call('control_passkey_create', { name: name.trim(), ...made });
    },
    onError: () => setCode(''),
    onSuccess: async () => {
      toast({ message: 'The passkey is added', tone: 'done' });
      onClose();
      await queries.invalidateQueries({ queryKey: ['control_passkey_fetch'] });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title="Add a passkey"
      verb={offer ? 'Ask again' : 'Add'}
      isReady={name.trim() !== '' && (offer !== undefined || code.length === CODE_LENGTH)}
      action={add}
      onConfirm={() => add.mutate()}
      onClose={onClose}
    >
      <Text size="sm">Your browser then asks where to keep it: on this device, on a phone near you, or on a security key.</Text>
      <TextInput
        label="Name"
        description="A name by which you know it"
        placeholder="Laptop, phone or key"
        maxLength={LONGEST_NAME}
        data-autofocus
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!offer && <CodeField value={code} onChange={setCode} />}
    </ConfirmDialog>
  );
}
