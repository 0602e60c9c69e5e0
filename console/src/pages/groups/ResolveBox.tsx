import { Button, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Resolution, useResolution } from '../../api/text-names.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';

/**
 * Words for each rule by which the service finds the model that a spelling means, by the service's name for
 * the rule.
 */
const ruleWords: Record<string, string> = {
  exact: 'spelled exactly so',
  letter_case: 'in other letter case',
  backend_prefix: 'without its backend prefix',
  quantised_suffix: 'without its quantised suffix',
  author_omitted: 'with its author',
  group: 'as the name of its group',
  alias: 'by an alias',
};

interface Props {
  readonly spelling: string;
  readonly onResolve: (spelling: string | undefined) => void;
}

/** A search box that finds the text model that a typed name means, however the name is spelled. */
export function ResolveBox({ spelling, onResolve }: Props) {
  const [typed, setTyped] = useState(spelling);
  const query = useResolution(spelling);
  useEffect(() => setTyped(spelling), [spelling]);
  return (
    <div className={layout.stack}>
      <form
        className={layout.fields}
        onSubmit={(event) => {
          event.preventDefault();
          onResolve(typed.trim() || undefined);
        }}
      >
        <TextInput
          size="xs"
          className={classes.grow}
          maw={480}
          label="Which model is meant?"
          placeholder="koboldcpp/mixtral-8x7b-instruct-Q4_K_M"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" size="xs" variant="default">
          Resolve
        </Button>
        {spelling !== '' && (
          <Button size="xs" variant="subtle" onClick={() => onResolve(undefined)}>
            Clear
          </Button>
        )}
      </form>
      {spelling !== '' && (
        <div role="status">
          <QueryState query={query}>{(resolution) => <Result resolution={resolution} />}</QueryState>
        </div>
      )}
    </div>
  );
}

function Result({ resolution }: { resolution: Resolution }) {
  if (resolution.found === null) {
    return (
      <Text size="sm">
        No model fits.{' '}
        {resolution.nearest.length > 0 && (
          <>
            Nearest names: <Names names={resolution.nearest} />
          </>
        )}
      </Text>
    );
  }
  const { name, candidates, group, family, rules } = resolution.found;
  return (
    <Text size="sm">
      {name === null ? 'Several models fit: ' : 'It means '}
      <Names names={name === null ? candidates : [name]} />
      {` (${rules.map((rule) => ruleWords[rule] ?? rule).join(', ')})`}
      {group !== null && (
        <>
          , group <GroupLink name={group} />
        </>
      )}
      {family !== null && `, family ${family}`}
    </Text>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <ModelLink category="text_generation" name={name} />
    </span>
  ));
}
