import { Anchor, Autocomplete, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Model, useCategory } from '../../api/models.ts';
import { useUsage } from '../../api/usage.ts';
import { FieldDiffView } from '../../parts/FieldDiffView.tsx';
import { categoryLabel, formatCount, plural } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ownValue } from '../../parts/own-value.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './model.module.css';
import { recordDifferences } from './record-differences.ts';

const route = getRouteApi('/model/$category/compare');

/** Largest number of names suggested while typing. */
const offered = 20;

export function ComparePage() {
  const { category } = route.useParams();
  const search = route.useSearch();
  const query = useCategory(category);
  usePageTitle('Compare models');
  return (
    <>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/browse/$category" params={{ category }} {...props} />}
      >
        {categoryLabel(category)}
      </Anchor>
      <Title order={1}>Compare models</Title>
      <QueryState query={query}>
        {(models) => {
          const [one, other] = [search.name, search.with].map((name) =>
            models.find((model) => model.name === name),
          );
          return (
            <>
              <Choice
                key={`${search.name}\n${search.with}`}
                category={category}
                names={models.map(({ name }) => name)}
              />
              {one && other ? (
                <Comparison one={one} other={other} />
              ) : (
                <EmptyState title="Choose two models of this category">
                  {[search.name, search.with]
                    .filter((name) => name !== '' && !models.some((model) => model.name === name))
                    .map((name) => `There is no “${name}”. `)}
                </EmptyState>
              )}
            </>
          );
        }}
      </QueryState>
    </>
  );
}

function Choice({ category, names }: { category: string; names: readonly string[] }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const [one, setOne] = useState(search.name);
  const [other, setOther] = useState(search.with);
  return (
    <form
      className={classes.choice}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          to: '/model/$category/compare',
          params: { category },
          search: { name: one, with: other },
        });
      }}
    >
      <Autocomplete label="First model" data={[...names]} limit={offered} value={one} onChange={setOne} />
      <Autocomplete
        label="Second model"
        data={[...names]}
        limit={offered}
        value={other}
        onChange={setOther}
      />
      <Button type="submit">Compare</Button>
    </form>
  );
}

function Comparison({ one, other }: { one: Model; other: Model }) {
  const { diffs, same } = recordDifferences(one.record, other.record);
  return (
    <>
      <Section title="At the horde">
        <UsageOfBoth one={one} other={other} />
      </Section>
      <Section title="What differs">
        <p className={classes.sides}>
          <span>
            <ModelLink category={one.category} name={one.name} />
          </span>
          <span>
            <ModelLink category={other.category} name={other.name} />
          </span>
        </p>
        <FieldDiffView
          diffs={diffs}
          words={{ added: 'only the second', removed: 'only the first', modified: 'differs' }}
        />
      </Section>
      <Section title="What is the same">
        <Text size="sm" c="dimmed">
          {plural(same.length, 'field')}
          {same.length > 0 && `: ${same.join(', ')}`}
        </Text>
      </Section>
    </>
  );
}

function UsageOfBoth({ one, other }: { one: Model; other: Model }) {
  const { data } = useUsage(one.category);
  if (!data) {
    return (
      <Text size="sm" c="dimmed">
        Their usage is not known.
      </Text>
    );
  }
  return (
    <table className={classes.usage}>
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Workers</th>
          <th scope="col">Day</th>
          <th scope="col">Month</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {[one, other].map(({ name }) => {
          const { workers, day, month, total } = figuresOf(ownValue(data, name));
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[workers, day, month, total].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns, which never move
                <td key={index}>{value === null ? 'not known' : formatCount(value)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
