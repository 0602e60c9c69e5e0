import { NativeSelect } from '@mantine/core';
import { categoryLabel } from '../../parts/format.ts';

interface Props<Name extends string> {
  category: Name;
  categories: readonly Name[];
  onChange: (category: Name) => void;
}

export function CategorySelect<Name extends string>({ category, categories, onChange }: Props<Name>) {
  return (
    <NativeSelect
      size="xs"
      aria-label="Category"
      value={category}
      data={categories.map((name) => ({ value: name, label: categoryLabel(name) }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = categories.find((name) => name === value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
