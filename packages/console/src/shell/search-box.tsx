import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';

const FIRST_RESULT = '[data-results] a';

/** Search over everything; `/` leads here from anywhere. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  useHotkeys([['/', () => input.current?.select()]]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    void navigate({ to: '/search', search: { q: text.trim() } });
    setText('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') input.current?.blur();
    if (event.key === 'ArrowDown') document.querySelector<HTMLElement>(FIRST_RESULT)?.focus();
  };
  return (
    <form role="search" onSubmit={submit} style={{ flex: 1, maxWidth: 560 }}>
      <TextInput
        ref={input}
        aria-label="Search"
        placeholder="Name, phone, reference, amount and day …"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd size="xs">/</Kbd>}
        type="search"
      />
    </form>
  );
}
