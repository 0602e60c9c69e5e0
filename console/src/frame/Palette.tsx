import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useDeployment } from '../api/deployment.ts';
import { useCategoryNames, useFind } from '../api/models.ts';
import { useCaller } from '../api/roles.ts';
import { askForKey } from '../api/session.ts';
import { useUsage } from '../api/usage.ts';
import { categoryLabel, formatCompact } from '../parts/format.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { ownValue } from '../parts/own-value.ts';
import { useShortcutHelp } from '../parts/Shortcuts.tsx';
import { ShownText } from '../parts/ShownText.tsx';
import { figuresOf } from '../parts/usage-figures.ts';
import { useEntries } from './Navigation.tsx';
import classes from './Palette.module.css';

interface Option {
  readonly key: string;
  readonly group: 'Search' | 'Models' | 'Pages' | 'Actions';
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Largest number of models in the palette. */
const maxModels = 7;
const typingPauseMs = 120;

/**
 * Searches models, changes (`#105`), pages and actions as the user types. The arrow keys select an option,
 * Enter runs it.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const options = useOptions(text.trim());
  const [selectedIndex, setSelectedIndex] = useState(0);
  const activeIndex = Math.min(selectedIndex, options.length - 1);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${activeIndex}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  const runOption = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    option.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setSelectedIndex((activeIndex + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter') runOption(options[activeIndex]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[activeIndex] && `${id} ${activeIndex}`.replaceAll(' ', '-')}
        placeholder="A model, a hash, an address, #105, a page or an action"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setSelectedIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label="Results" className={classes.options}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
          <div
            key={option.key}
            id={`${id} ${index}`.replaceAll(' ', '-')}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            data-at={index}
            className={classes.option}
            onClick={() => runOption(option)}
          >
            <Icon name={option.icon} size={16} />
            <span className={classes.label}>
              <ShownText text={option.label} />
            </span>
            {option.hint && <span className={classes.hint}>{option.hint}</span>}
            {option.group !== options[index - 1]?.group && (
              <span className={classes.group}>{option.group}</span>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function useOptions(text: string): readonly Option[] {
  const navigate = useNavigate();
  const { isApprover, user, signedIn } = useCaller();
  const { canReview } = useDeployment();
  const models = useModelOptions(text);
  const pages = usePages();
  const actions = useActions();
  const changeId = /^#?(\d{1,15})$/.exec(text)?.[1];
  const matchesText = ({ label }: Option) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));
  const searchOptions: Option[] = [];
  if (changeId !== undefined && user && canReview)
    searchOptions.push({
      ...{ key: 'change', group: 'Search', label: `Change #${changeId}`, icon: 'changes' },
      run: () =>
        void navigate(
          isApprover
            ? { to: '/review/changes/$changeId', params: { changeId } }
            : { to: '/changes/$changeId', params: { changeId } },
        ),
    });
  if (text !== '')
    searchOptions.push({
      ...{ key: 'search', group: 'Search', label: `Search all models for “${text}”`, icon: 'search' },
      run: () => void navigate({ to: '/search', search: { q: text } }),
    });
  const availableActions = signedIn ? actions : [signIn, ...actions];
  return [...searchOptions, ...models, ...pages.filter(matchesText), ...availableActions.filter(matchesText)];
}

const signIn: Option = {
  ...{ key: 'sign in', group: 'Actions', label: 'Sign in', icon: 'key' },
  run: () => askForKey(),
};

/** Returns the models that match a text, each with its uses in the last month. */
function useModelOptions(text: string): readonly Option[] {
  const navigate = useNavigate();
  const [q] = useDebouncedValue(text, typingPauseMs);
  const isSearching = text !== '' && q !== '';
  const { data } = useFind({ q }, maxModels, isSearching);
  const found = isSearching ? (data?.results ?? []) : [];
  const hasResultIn = (wantedCategory: string) => found.some(({ category }) => category === wantedCategory);
  const usage: Readonly<Record<string, ReturnType<typeof useUsage>['data']>> = {
    image_generation: useUsage('image_generation', hasResultIn('image_generation')).data,
    text_generation: useUsage('text_generation', hasResultIn('text_generation')).data,
  };
  return found.map(({ category, name }) => {
    const { month } = figuresOf(ownValue(usage[category], name));
    const usesText = usage[category] && month ? `, ${formatCompact(month)} uses a month` : '';
    return {
      ...{ key: `model ${category} ${name}`, group: 'Models', label: name, icon: 'browse' },
      hint: `${categoryLabel(category)}${usesText}`,
      run: () => void navigate({ to: '/model/$category', params: { category }, search: { name } }),
    };
  });
}

/**
 * The subpages: the path of the navigation's entry, the path of the subpage, and its label. A subpage is an
 * option only if the caller sees the navigation's entry.
 */
const subpages = [
  ['/review', '/review/open-batch', 'Open batch'],
  ['/review', '/review/batches', 'Batches'],
  ['/groups', '/groups/families', 'Families of text models'],
  ['/groups', '/groups/aliases', 'Aliases of text models'],
  ['/insight', '/insight/deletion-risk', 'Deletion risk'],
  ['/insight', '/insight/files', 'Files'],
  ['/operate', '/operate/bridge', 'Bridge'],
  ['/operate', '/operate/webhooks', 'Webhooks'],
] as const;

function usePages(): readonly Option[] {
  const navigate = useNavigate();
  const entries = useEntries();
  const createPageOption = (to: string, label: string, icon: IconName): Option => ({
    ...{ key: to, group: 'Pages', label, icon },
    run: () => void navigate({ to }),
  });
  return entries.flatMap(({ to, label, icon }) => [
    createPageOption(to, label, icon),
    ...subpages
      .filter(([entryPath]) => entryPath === to)
      .map(([, path, name]) => createPageOption(path, name, icon)),
  ]);
}

function useActions(): readonly Option[] {
  const navigate = useNavigate();
  const openHelp = useShortcutHelp();
  const { canPropose } = useDeployment();
  const { data: categories = [] } = useCategoryNames();
  const createActionOption = (label: string, icon: IconName, run: () => void): Option => ({
    ...{ key: label, group: 'Actions', label, icon },
    run,
  });
  const formOptions = categories.map((category) =>
    createActionOption(`New model: ${categoryLabel(category)}`, 'propose', () => {
      void navigate({ to: '/propose/$category', params: { category } });
    }),
  );
  return [
    ...(canPropose
      ? [
          createActionOption(
            'Propose a model from a link',
            'propose',
            () => void navigate({ to: '/propose' }),
          ),
        ]
      : []),
    createActionOption('Request a model', 'wanted', () => void navigate({ to: '/wanted/ask' })),
    createActionOption('Show keyboard shortcuts', 'keyboard', openHelp),
    ...(canPropose ? formOptions : []),
  ];
}
