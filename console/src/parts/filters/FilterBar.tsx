import { Button, Group, type MantineSpacing, NativeSelect, Switch, TextInput } from '@mantine/core';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../Icon.tsx';
import layout from '../layout.module.css';
import { useShortcut } from '../Shortcuts.tsx';
import classes from './FilterBar.module.css';
import {
  type Buttons,
  type Choice,
  changesOfChoice,
  countActiveFilters,
  type Filter,
  searchWithoutFilters,
  shownValues,
  type TextFilter,
} from './filters.ts';
import { useDebouncedText } from './use-debounced-text.ts';

/**
 * Changes the page's state in the URL. With `typed`, the new URL replaces the current history entry;
 * otherwise a new entry is added.
 */
type Change<Search> = (part: Partial<Search>, how?: 'typed') => void;

interface Props<Search> {
  readonly label?: string;
  readonly filters: readonly Filter<Search>[];
  readonly search: Search;
  readonly onChange: Change<Search>;
  /** Whether a narrow screen hides the filters behind a button, except those with `stays`. */
  readonly folds?: boolean;
  readonly mb?: MantineSpacing;
  readonly children?: ReactNode;
}

export function FilterBar<Search extends object>(props: Props<Search>) {
  const { label = 'Filters', filters, search, onChange, folds = false, mb, children } = props;
  const [isOpen, setOpen] = useState(false);
  const activeCount = countActiveFilters(filters, search);
  const isFolding = ({ stays }: Filter<Search>) => folds && !stays;
  const isSet = (filter: Filter<Search>) => countActiveFilters([filter], search) > 0;
  const alwaysFolds = filters.some((filter) => filter.folds && !isSet(filter));
  // The button comes after the filters that stay visible.
  const buttonIndex = filters.findLastIndex((filter) => !isFolding(filter));
  return (
    <Group role="group" aria-label={label} gap="0.5rem" {...(mb !== undefined && { mb })}>
      {filters.map((filter, index) => (
        <Fragment key={`${filter.kind} ${filter.label}`}>
          <div
            className={isFolding(filter) ? classes.folding : classes.staying}
            data-always={(filter.folds && !isSet(filter)) || undefined}
            data-open={isOpen || undefined}
          >
            <Control filter={filter} search={search} onChange={onChange} />
          </div>
          {folds && index === buttonIndex && (
            <Button
              className={classes.more}
              data-always={alwaysFolds || undefined}
              variant="default"
              size="xs"
              leftSection={<Icon name="filter" size={14} />}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
            </Button>
          )}
        </Fragment>
      ))}
      {activeCount > 0 && (
        <div className={folds ? classes.folding : classes.staying} data-open={isOpen || undefined}>
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(searchWithoutFilters(filters))}>
            Clear filters
          </Button>
        </div>
      )}
      {children}
    </Group>
  );
}

interface ControlProps<Search, Kind = Filter<Search>> {
  readonly filter: Kind;
  readonly search: Search;
  readonly onChange: Change<Search>;
}

function Control<Search>({ filter, search, onChange }: ControlProps<Search>) {
  const set = (key: keyof Search, value: unknown, how?: 'typed') =>
    onChange({ [key]: value } as Partial<Search>, how);
  switch (filter.kind) {
    case 'choice':
      return <ChoiceControl filter={filter} search={search} onChange={onChange} />;
    case 'buttons':
      return <ButtonsControl filter={filter} search={search} onChange={onChange} />;
    case 'text':
      return <TypedControl filter={filter} search={search} onChange={onChange} />;
    case 'switch':
      return (
        <Switch
          size="xs"
          label={filter.label}
          disabled={filter.disabled ?? false}
          checked={search[filter.key] === true}
          onChange={({ currentTarget: { checked } }) => set(filter.key, checked || undefined)}
        />
      );
  }
}

function ChoiceControl<Search>({ filter, search, onChange }: ControlProps<Search, Choice<Search>>) {
  const { label, any, anyDisabled = false, options } = filter;
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={shownValues(filter, search)[0] ?? ''}
      data={[...(any === undefined ? [] : [{ value: '', label: any, disabled: anyDisabled }]), ...options]}
      onChange={({ currentTarget: { value } }) => onChange(changesOfChoice(filter, value || undefined))}
    />
  );
}

function ButtonsControl<Search>({ filter, search, onChange }: ControlProps<Search, Buttons<Search>>) {
  const { label, any, areMany, options } = filter;
  const selectedValues = shownValues(filter, search);
  const Row = areMany ? Group : Button.Group;
  const renderButton = (value: string | undefined, text: string) => {
    const isPressed = value === undefined ? selectedValues.length === 0 : selectedValues.includes(value);
    const next = isPressed && any === undefined ? undefined : value;
    return (
      <Button
        key={value ?? ''}
        size={areMany ? 'compact-xs' : 'xs'}
        variant={isPressed ? 'filled' : 'default'}
        aria-pressed={isPressed}
        onClick={() => onChange(changesOfChoice(filter, next))}
      >
        {text}
      </Button>
    );
  };
  return (
    <Row role="group" aria-label={label} className={layout.wrap ?? ''} {...(areMany && { gap: '0.5rem' })}>
      {any !== undefined && renderButton(undefined, any)}
      {options.map((option) => renderButton(option.value, option.label))}
    </Row>
  );
}

function TypedControl<Search>({ filter, search, onChange }: ControlProps<Search, TextFilter<Search>>) {
  const { label, placeholder = label, isEntered, shortcut, width = 'short' } = filter;
  const input = useRef<HTMLInputElement>(null);
  const value = shownValues(filter, search)[0] ?? '';
  const { typed, setTyped, send, sendLater } = useDebouncedText(value, (text) =>
    onChange(changesOfChoice(filter, text || undefined), 'typed'),
  );
  const sendTyped = () => typed.trim() !== value && send(typed);
  useShortcut(shortcut ?? '', label, () => input.current?.select(), shortcut !== undefined);
  return (
    <TextInput
      ref={input}
      className={classes[width] ?? ''}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next);
        if (!isEntered) sendLater(next);
      }}
      {...(isEntered && {
        onBlur: sendTyped,
        onKeyDown: ({ key }) => key === 'Enter' && sendTyped(),
      })}
    />
  );
}
