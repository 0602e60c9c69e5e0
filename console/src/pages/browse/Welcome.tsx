import { Button, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeployment } from '../../api/deployment.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import classes from './browse.module.css';

/** The introduction on the first page: what the registry is, and three ways to start. */
export function Welcome() {
  const { deployment, canPropose, canReview } = useDeployment();
  return (
    <>
      <Text className={classes.lead}>
        The registry of the models that AI-Horde workers run: which models exist, where their files are, and
        the checksum of each file. Anybody can read it; each change is reviewed before it goes live.
      </Text>
      <ul className={classes.ways} aria-label="Three ways to begin">
        <Way icon="search" title="Find a model" text="By name, hash or URL, or by category below.">
          <FindForm />
        </Way>
        {(deployment === null || canPropose) && (
          <Way
            icon="propose"
            title="Propose"
            text="A new model, an edit or a deletion: in a form or as JSON. You see what it changes before you send it."
          >
            <Button component={Link} to="/propose" variant="default" size="xs">
              Propose a change
            </Button>
          </Way>
        )}
        {(deployment === null || canReview) && (
          <Way
            icon="review"
            title="Review"
            text="Changes that others propose, with their risks on top: approve or reject them, or ask for a new version."
          >
            <Button component={Link} to="/review" variant="default" size="xs">
              Open the review desk
            </Button>
          </Way>
        )}
      </ul>
    </>
  );
}

function Way(props: { icon: IconName; title: string; text: string; children: ReactNode }) {
  return (
    <li className={classes.way}>
      <h2 className={classes.wayName}>
        <Icon name={props.icon} /> {props.title}
      </h2>
      <p className={classes.text}>{props.text}</p>
      {props.children}
    </li>
  );
}

function FindForm() {
  const navigate = useNavigate();
  return (
    <search>
      <form
        className={classes.find}
        onSubmit={(event) => {
          event.preventDefault();
          const q = String(new FormData(event.currentTarget).get('q')).trim();
          if (q) void navigate({ to: '/search', search: { q } });
        }}
      >
        <TextInput
          size="xs"
          type="search"
          name="q"
          aria-label="Words, a hash or an address"
          placeholder="flux"
        />
        <Button type="submit" variant="default" size="xs" className={classes.submit}>
          Find
        </Button>
      </form>
    </search>
  );
}
