import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useShownSettings } from '../../api/operations.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { OperatePage } from './OperatePage.tsx';
import classes from './operate.module.css';

export function SettingsPage() {
  return (
    <OperatePage title="Settings">
      <Settings />
    </OperatePage>
  );
}

function Settings() {
  const query = useShownSettings();
  const [part, setPart] = useState('');
  return (
    <Section title="Settings">
      <Text size="sm" c="dimmed" mb="sm">
        The settings of the instance that answers, as <code>modelref check-config</code> prints them.
        Passwords and secrets are hidden.
      </Text>
      <TextInput
        type="search"
        size="xs"
        maw={320}
        mb="sm"
        aria-label="Part of a name"
        placeholder="Part of a name"
        value={part}
        onChange={({ currentTarget }) => setPart(currentTarget.value)}
      />
      <QueryState query={query}>
        {({ settings }) => (
          <Facts>
            {settings
              .filter(({ name }) => name.includes(part.toUpperCase()))
              .map(({ name, value, source }) => (
                <Fact key={name} name={<code>{name}</code>} strong={source !== null}>
                  <ShownText text={value} />
                  <span className={classes.source}>{source ?? 'default'}</span>
                </Fact>
              ))}
          </Facts>
        )}
      </QueryState>
    </Section>
  );
}
