import { Button, NumberInput, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { bounds } from '../../api/bounds.ts';
import { useDetectedFamilies, useEditFamilies } from '../../api/group-edits.ts';
import type { Family } from '../../api/types.ts';
import { formatCount, plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { GroupLink } from './GroupLink.tsx';
import classes from './groups.module.css';
import { WriteError } from './WriteError.tsx';
import { useCanWrite } from './Writing.tsx';

const route = getRouteApi('/groups/families');

/**
 * The bounds of the two parameters of the search for families: the minimum length of the common prefix, and
 * the minimum number of groups in a family.
 */
const { min_prefix_length: prefixBounds, min_family_size: sizeBounds } =
  bounds.queries['/model_references/v2/text_generation/families/detect'];

function clampToBounds(value: number | undefined, bounds: typeof prefixBounds | typeof sizeBounds) {
  return Math.min(bounds.maximum, Math.max(bounds.minimum, Math.round(value ?? bounds.default)));
}

/** Suggested families: groups whose names share a prefix. */
export function Suggestions({ families }: { families: readonly Family[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const prefixLength = clampToBounds(search.prefix, prefixBounds);
  const familySize = clampToBounds(search.size, sizeBounds);
  const query = useDetectedFamilies({ prefix: prefixLength, size: familySize });
  const setSearch = useDebouncedCallback((part: typeof search) => {
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  }, 250);
  return (
    <Section title="Suggestions">
      <div className={layout.stack}>
        <div className={layout.fields}>
          <NumberInput
            size="xs"
            w={190}
            label="Length of a common prefix"
            min={prefixBounds.minimum}
            max={prefixBounds.maximum}
            clampBehavior="strict"
            hideControls
            value={prefixLength}
            onChange={(value) => typeof value === 'number' && setSearch({ prefix: value })}
          />
          <NumberInput
            size="xs"
            w={190}
            label="Groups in a family, at least"
            min={sizeBounds.minimum}
            max={sizeBounds.maximum}
            clampBehavior="strict"
            hideControls
            value={familySize}
            onChange={(value) => typeof value === 'number' && setSearch({ size: value })}
          />
        </div>
        <QueryState
          query={query}
          isEmpty={({ suggestions }) => suggestions.length === 0}
          empty={<EmptyState title="No suggestions within these limits." />}
        >
          {({ suggestions, total_groups_analyzed, groups_in_families }) => (
            <>
              <Text size="sm" c="dimmed">
                {plural(suggestions.length, 'suggestion')}, with {formatCount(groups_in_families)} of{' '}
                {plural(total_groups_analyzed, 'group')}. Nothing is written until you accept one.
              </Text>
              <div>
                {suggestions.map((suggestion) => (
                  <Suggestion key={suggestion.family_name} suggestion={suggestion} families={families} />
                ))}
              </div>
            </>
          )}
        </QueryState>
      </div>
    </Section>
  );
}

function Suggestion({ suggestion, families }: { suggestion: Family; families: readonly Family[] }) {
  const { family_name: family, members } = suggestion;
  const canWrite = useCanWrite();
  const edit = useEditFamilies();
  const existingFamily = families.find(({ family_name }) => family_name === family);
  const newMembers = members.filter((member) => !existingFamily?.members.includes(member));
  const accept = () => {
    edit.mutate({ action: 'set', family, members: [...(existingFamily?.members ?? []), ...newMembers] });
  };
  return (
    <article className={classes.card} aria-label={`Suggestion ${family}`}>
      <div className={layout.row}>
        <span className={classes.name}>{family}</span>
        {newMembers.length === 0 ? (
          <Tag tone="good">already a family</Tag>
        ) : (
          canWrite && (
            <Button size="compact-xs" variant="default" loading={edit.isPending} onClick={accept}>
              {existingFamily ? `Add ${plural(newMembers.length, 'group')} to the family` : 'Accept'}
            </Button>
          )
        )}
      </div>
      <ul className={classes.chips}>
        {members.map((member) => (
          <li key={member} className={classes.chip}>
            <GroupLink name={member} />
          </li>
        ))}
      </ul>
      <WriteError error={edit.error} />
    </article>
  );
}
