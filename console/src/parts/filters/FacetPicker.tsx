import {
  Button,
  Checkbox,
  Popover,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../format.ts';
import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import classes from './FilterBar.module.css';
import type { FacetValue } from './filters.ts';

/** Number of values above which a list gets a search field. */
const manyValues = 9;

/** Largest number of values listed at once; typing in the search field finds the other values. */
const listedAtMost = 100;

interface Props {
  readonly label: string;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[] | undefined) => void;
  /**
   * Lets people choose whether an item needs one or all of the chosen values. Absent: they have no such
   * choice.
   */
  readonly match?: { readonly all: boolean; readonly onChange: (all: boolean) => void };
}

/** A filter by the values of a field. It shows the number of items beside each value. */
export function FacetPicker({ label, values, chosen, onChange, match }: Props) {
  const [part, setPart] = useState('');
  const listed = values.filter(({ value }) => value.toLowerCase().includes(part.toLowerCase()));
  const toggle = (value: string, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((other) => other !== value);
    onChange(next.length > 0 ? next : undefined);
  };
  const summary =
    chosen.length === 0
      ? label
      : `${label}: ${chosen[0]}${chosen.length > 1 ? ` +${chosen.length - 1}` : ''}`;
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus onClose={() => setPart('')}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.picker}
          data-active={chosen.length > 0 || undefined}
          rightSection={<Icon name="down" size={14} />}
        >
          {summary}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          {match && (
            <SegmentedControl
              size="xs"
              aria-label="Chosen values that a model needs"
              value={match.all ? 'all' : 'any'}
              onChange={(value) => match.onChange(value === 'all')}
              data={[
                { value: 'any', label: 'Any of them' },
                { value: 'all', label: 'All of them' },
              ]}
            />
          )}
          {values.length > manyValues && (
            <TextInput
              size="xs"
              aria-label={`Find in ${label}`}
              placeholder="Find"
              value={part}
              onChange={(event) => setPart(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={280} type="auto" offsetScrollbars>
            <Stack gap={6}>
              {listed.slice(0, listedAtMost).map(({ value, count }) => (
                <Checkbox
                  key={value}
                  size="xs"
                  checked={chosen.includes(value)}
                  onChange={(event) => toggle(value, event.currentTarget.checked)}
                  label={
                    <>
                      {value} <span className={layout.dim}>{formatCount(count)}</span>
                    </>
                  }
                />
              ))}
              {listed.length > listedAtMost && (
                <Text size="xs" c="dimmed">
                  and {formatCount(listed.length - listedAtMost)} more values: type a part of one above to
                  find it
                </Text>
              )}
              {listed.length === 0 && (
                <Text size="xs" c="dimmed">
                  No value contains “{part}”.
                </Text>
              )}
            </Stack>
          </ScrollArea.Autosize>
          {chosen.length > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => onChange(undefined)}>
              Clear
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
