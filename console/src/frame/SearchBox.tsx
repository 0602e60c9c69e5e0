import { Kbd, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { useShortcut } from '../parts/Shortcuts.tsx';

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useShortcut('/', 'Search all models', () => {
    if (input.current?.checkVisibility()) input.current.select();
    else void navigate({ to: '/search' });
  });
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = input.current?.value.trim();
          if (q) void navigate({ to: '/search', search: { q } });
        }}
      >
        <TextInput
          ref={input}
          size="xs"
          type="search"
          name="q"
          aria-label="Search all models"
          placeholder="Search: words, a hash, an address"
          leftSection={<Icon name="search" size={15} />}
          rightSection={<Kbd size="xs">/</Kbd>}
        />
      </form>
    </search>
  );
}
