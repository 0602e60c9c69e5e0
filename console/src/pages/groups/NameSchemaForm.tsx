import { Button, Checkbox, Group, TagsInput, TextInput } from '@mantine/core';
import type { NameSchema } from '../../api/group-edits.ts';
import layout from '../../parts/layout.module.css';
import classes from './groups.module.css';
import { applySchemaEdit } from './naming.ts';

interface Props {
  readonly schema: NameSchema;
  readonly isSaving: boolean;
  readonly onChange: (schema: NameSchema) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

const parts = ['base', 'size', 'variant', 'version', 'quant'];

export function NameSchemaForm({ schema, isSaving, onChange, onSave, onCancel }: Props) {
  const changeSchema = (edit: Partial<NameSchema>) => onChange(applySchemaEdit(schema, edit));
  return (
    <form
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TagsInput
        size="xs"
        label="Parts, in their order"
        description="Parts that are not listed are left out of names."
        data={parts.filter((part) => !schema.part_order.includes(part))}
        value={schema.part_order}
        acceptValueOnBlur
        onChange={(part_order) => changeSchema({ part_order })}
      />
      <div className={layout.fields}>
        <TextInput
          size="xs"
          w={90}
          label="Separator"
          value={schema.separator}
          onChange={({ currentTarget: { value } }) => changeSchema({ separator: value })}
        />
        <TextInput
          size="xs"
          className={classes.grow}
          label="Common author"
          autoComplete="off"
          disabled={!schema.author_included}
          value={schema.common_author ?? ''}
          onChange={({ currentTarget: { value } }) => changeSchema({ common_author: value })}
        />
        <Checkbox
          size="sm"
          mb={6}
          label="Names begin with the author"
          checked={schema.author_included}
          onChange={({ currentTarget: { checked } }) => changeSchema({ author_included: checked })}
        />
      </div>
      <TextInput
        size="xs"
        label="Template"
        description="Generated from the parts until you edit it."
        autoComplete="off"
        value={schema.template ?? ''}
        onChange={({ currentTarget: { value } }) => changeSchema({ template: value })}
      />
      <TagsInput
        size="xs"
        label="Further parts that may occur"
        data={['DATE', 'LEADING_VERSION'].filter((part) => !schema.extra_parts.includes(part))}
        value={schema.extra_parts}
        acceptValueOnBlur
        onChange={(extra_parts) => changeSchema({ extra_parts })}
      />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={isSaving}>
          Save the schema
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
