import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { clearKeyedQueries } from '../api/keyed-queries.ts';
import { demoAccounts } from '../api/place.ts';
import { session, signIn, signOut } from '../api/session.ts';
import { Icon } from '../parts/Icon.tsx';
import classes from './Frame.module.css';

/** The banner of a demo. It has a button for each demo account, which signs the user in with that account. */
export function DemoBanner() {
  const { key } = session.use();
  const client = useQueryClient();
  if (demoAccounts.length === 0) return null;
  const switchAccount = (newKey: string | null) => {
    if (newKey === null) signOut();
    else signIn(newKey, true);
    clearKeyedQueries(client);
  };
  const choices = [
    { key: null, label: 'Nobody', title: 'Without a key: may read' },
    ...demoAccounts.map(({ key, username, may }) => ({
      key,
      label: username.split('#')[0] ?? username,
      title: `${username}: may ${may}`,
    })),
  ];
  return (
    <div className={classes.banner} role="note" aria-label="Demo">
      <Icon name="info" />
      <span>
        <strong>This is a demo,</strong> on this machine only. Try everything: Rita proposes, Ada reviews.
        Choose an account:
      </span>
      <fieldset className={classes.people} aria-label="Choose an account">
        {choices.map((person) => (
          <Button
            key={person.label}
            size="compact-xs"
            variant={person.key === key ? 'filled' : 'default'}
            aria-pressed={person.key === key}
            title={person.title}
            onClick={() => switchAccount(person.key)}
          >
            {person.label}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
