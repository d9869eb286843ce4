import { type ReactNode, useState } from 'react';
import { CODE_LENGTH, CodeField } from './code-field.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface CodeDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly verb: string;
  readonly color?: string;
  readonly isReady?: boolean;
  readonly action: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly onConfirm: (code: string) => void;
  readonly onClose: () => void;
}

/** As ConfirmDialog, for what staff do with a code of their second factor. */
export function CodeDialog({ children, isReady = true, onConfirm, onClose, ...dialog }: CodeDialogProps) {
  const [code, setCode] = useState('');
  const confirm = () => {
    onConfirm(code);
    setCode('');
  };
  const leave = () => {
    setCode('');
    onClose();
  };
  return (
    <ConfirmDialog {...dialog} isReady={isReady && code.length === CODE_LENGTH} onConfirm={confirm} onClose={leave}>
      {children}
      <CodeField value={code} onChange={setCode} />
    </ConfirmDialog>
  );
}
