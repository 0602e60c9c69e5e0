import type { Path } from '../draft.ts';
import { useEditing } from '../editing.ts';
import { canShow, type Field } from '../record-fields.ts';
import { BaselineField } from './BaselineField.tsx';
import { BooleanInput, ChoiceInput } from './ChoiceInputs.tsx';
import { JsonInput } from './JsonInput.tsx';
import { MapInput } from './MapInput.tsx';
import { NumberField } from './NumberField.tsx';
import { ObjectInput } from './ObjectInput.tsx';
import { QuantityField } from './QuantityField.tsx';
import { findQuantity } from './quantities.ts';
import { TableInput } from './TableInput.tsx';
import { LongTextInput, TextField, TextsInput } from './TextInputs.tsx';

/** The control for a field, by its kind. A value that the control cannot show is edited as JSON. */
export function FieldInput({ field, path }: { field: Field; path: Path }) {
  const { valueAt } = useEditing();
  const quantity = field.kind === 'integer' || field.kind === 'number' ? findQuantity(field.key) : null;
  // Unparsable input is stored as text in place of the number.
  if (quantity && (typeof valueAt(path) === 'string' || canShow(field, valueAt(path)))) {
    return <QuantityField field={field} path={path} quantity={quantity} />;
  }
  if (!canShow(field, valueAt(path))) return <JsonInput field={field} path={path} />;
  switch (field.kind) {
    case 'text':
      return field.baselines ? (
        <BaselineField field={field} baselines={field.baselines} path={path} />
      ) : (
        <TextField field={field} path={path} />
      );
    case 'long-text':
      return <LongTextInput field={field} path={path} />;
    case 'texts':
      return <TextsInput field={field} path={path} />;
    case 'integer':
    case 'number':
      return <NumberField field={field} path={path} />;
    case 'boolean':
      return <BooleanInput field={field} path={path} />;
    case 'choice':
      return <ChoiceInput field={field} options={field.options} path={path} />;
    case 'object':
      return <ObjectInput field={field} fields={field.fields} path={path} />;
    case 'table':
      return <TableInput field={field} fields={field.fields} path={path} />;
    case 'map':
      return <MapInput field={field} texts={field.texts} path={path} />;
    case 'json':
      return <JsonInput field={field} path={path} />;
  }
}
