import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGroup } from '../../api/groups.ts';
import type { RecordDraft } from '../../api/proposals.ts';
import { type NameParts, parseName, useComposedName } from '../../api/text-names.ts';
import { plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { withoutEmptySize } from '../../parts/name-parts.ts';
import classes from './propose.module.css';

const labels = {
  author: 'Author',
  base_name: 'Base name',
  size: 'Size',
  variant: 'Variant',
  version: 'Version',
  quant: 'Quantisation',
} as const;
type Part = keyof typeof labels;
type Parts = Readonly<Record<Part | 'separator', string>>;

const examples: Readonly<Record<Part, string>> = {
  author: 'meta-llama',
  base_name: 'Llama-3',
  size: '8B',
  variant: 'Instruct',
  version: 'v0.1',
  quant: 'Q4_K_M',
};

const emptyParts: Parts = {
  author: '',
  base_name: '',
  size: '',
  variant: '',
  version: '',
  quant: '',
  separator: '-',
};

/** Milliseconds without input before the name is composed. */
const typingDelayMs = 250;

interface Props {
  readonly draft: RecordDraft;
  readonly onUse: (values: RecordDraft) => void;
}

/** Composes a text model's name from its parts, or splits a name into parts, and shows the name's group. */
export function NameHelper({ draft, onUse }: Props) {
  const [parts, setParts] = useState<Parts>(emptyParts);
  const name = typeof draft.name === 'string' ? draft.name : '';
  const splitName = useMutation({
    mutationFn: parseName,
    onSuccess: (parsed) => setParts(convertParts(parsed)),
  });
  const [debouncedParts] = useDebouncedValue(parts, typingDelayMs);
  const nameQuery = useComposedName(createRequest(debouncedParts), debouncedParts.base_name.trim() !== '');
  const composedName = debouncedParts.base_name.trim() === '' ? undefined : nameQuery.data;
  return (
    <details className={classes.helper} aria-label="Name helper">
      <summary>Name helper: compose the name from its parts</summary>
      <div className={classes.parts}>
        {(Object.keys(labels) as Part[]).map((part) => (
          <TextInput
            key={part}
            size="xs"
            label={labels[part]}
            placeholder={examples[part]}
            autoComplete="off"
            value={parts[part]}
            onChange={({ currentTarget: { value } }) => setParts({ ...parts, [part]: value })}
          />
        ))}
        <TextInput
          size="xs"
          label="Separator"
          value={parts.separator}
          onChange={({ currentTarget: { value } }) => setParts({ ...parts, separator: value })}
        />
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={name === ''}
          loading={splitName.isPending}
          onClick={() => splitName.mutate(name)}
        >
          Parse the name
        </Button>
        <Button
          size="xs"
          disabled={!composedName || composedName.already_exists}
          onClick={() => composedName && onUse({ name: composedName.composed_name })}
        >
          Use this name
        </Button>
      </Group>
      {composedName && (
        <div className={classes.result} role="status">
          <Text size="sm">
            <b className={layout.anywhere}>{composedName.composed_name}</b>
            {composedName.already_exists ? ' is taken.' : ' is free.'}
          </Text>
          <GroupPreview
            key={composedName.suggested_group}
            group={composedName.suggested_group}
            draft={draft}
            onUse={onUse}
          />
        </div>
      )}
      {(nameQuery.error ?? splitName.error) && (
        <Alert color="red" role="alert">
          {(nameQuery.error ?? splitName.error)?.message}
        </Alert>
      )}
    </details>
  );
}

function convertParts(parsed: Awaited<ReturnType<typeof parseName>>): Parts {
  // The service returns the author as part of the base name.
  const slashIndex = parsed.base_name.indexOf('/');
  return {
    ...emptyParts,
    author: slashIndex < 0 ? '' : parsed.base_name.slice(0, slashIndex),
    base_name: parsed.base_name.slice(slashIndex + 1),
    size: parsed.size ?? '',
    variant: parsed.variant ?? '',
    version: parsed.version ?? '',
    quant: parsed.quant ?? '',
  };
}

function createRequest(parts: Parts): NameParts {
  const { base_name, size, ...others } = parts;
  const filledParts = Object.entries(others).filter(([, value]) => value.trim() !== '');
  return withoutEmptySize({
    base_name: base_name.trim(),
    size: size.trim(),
    ...Object.fromEntries(filledParts),
  });
}

/** Largest number of members in the list; the group's page lists all. */
const maxListedMembers = 8;

/** The group of the name, with its members and their common values. */
function GroupPreview({ group, draft, onUse }: Props & { group: string }) {
  const { data } = useGroup(group);
  if (group === '' || data === undefined) return null;
  if (data === null) return <Text size="sm">It would be the first of a new group, {group}.</Text>;
  const members = data.members.filter(({ is_backend_duplicate }) => !is_backend_duplicate);
  const missingFields = Object.entries(data.common_fields).filter(
    ([key, value]) => draft[key] === undefined && value !== null && value !== '',
  );
  return (
    <>
      <Text size="sm">
        Group{' '}
        <Link to="/groups/group" search={{ name: group }}>
          {group}
        </Link>
        , {plural(members.length, 'model')}
        {data.name_format.template ? `, named like ${data.name_format.template}` : ''}
      </Text>
      <ul className={classes.members}>
        {members.slice(0, maxListedMembers).map((member) => (
          <li key={member.name}>
            <ModelLink category="text_generation" name={member.name} />
          </li>
        ))}
        {members.length > maxListedMembers && <li>and {members.length - maxListedMembers} more</li>}
      </ul>
      {missingFields.length > 0 && (
        <Button size="xs" variant="default" onClick={() => onUse(Object.fromEntries(missingFields))}>
          Copy from the group: {missingFields.map(([key]) => key).join(', ')}
        </Button>
      )}
    </>
  );
}
