import { Autocomplete } from '@mantine/core';
import { BaselineOption } from '../../../parts/BaselineOption.tsx';
import { type BaselineChoice, findBaselinesByName } from '../../../parts/baseline-choices.ts';
import { Icon } from '../../../parts/Icon.tsx';
import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import type { Field } from '../record-fields.ts';
import { useFieldProps } from './field-props.tsx';

interface Props {
  readonly field: Field;
  readonly baselines: readonly BaselineChoice[];
  readonly path: Path;
}

/** Selects a model's baseline from the catalogue. The search matches all names of a baseline. */
export function BaselineField({ field, baselines, path }: Props) {
  const { valueAt, set } = useEditing();
  const value = (valueAt(path) as string | undefined | null) ?? '';
  const byName = new Map(baselines.map((each) => [each.name, each]));
  const selectedBaseline = byName.get(value);
  const props = useFieldProps(
    { ...field, help: 'Choose one from the list. Alternative names are found too.' },
    path,
    selectedBaseline?.isLive === false && (
      <b>Only proposed: its change set must be applied first, or together with this change.</b>
    ),
  );
  return (
    <Autocomplete
      {...props}
      autoComplete="off"
      rightSection={<Icon name="down" size={14} />}
      maxDropdownHeight={320}
      data={props.readOnly ? [] : [...byName.keys()]}
      filter={({ options, search }) => {
        // The text is a selected name, not a search text: offer all options.
        if (byName.has(search)) return options;
        const matchingNames = new Set(findBaselinesByName(baselines, search).map(({ name }) => name));
        return options.filter((option) => 'value' in option && matchingNames.has(String(option.value)));
      }}
      renderOption={({ option }) => <BaselineOption choice={byName.get(String(option.value))} />}
      value={value}
      onChange={(next) => set(path, next === '' ? undefined : next)}
    />
  );
}
