import { type Path, pathText } from '../draft.ts';
import { fieldId, useEditing } from '../editing.ts';
import { messagesWithin } from '../problems.ts';
import { type Field, fieldLabel } from '../record-fields.ts';

const inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

/** Label, help, problem and id, as every Mantine input takes them. */
export function useFieldProps(field: Field, path: Path) {
  const { problems, isFixed } = useEditing();
  const messages = messagesWithin(problems, path);
  return {
    id: fieldId(path),
    name: pathText(path),
    label: fieldLabel(field.key),
    description: field.help,
    error: messages.length > 0 ? messages.join('; ') : undefined,
    withAsterisk: field.required,
    'aria-required': field.required || undefined,
    readOnly: isFixed(path),
    // Inputs of a row stand in line, whatever is to be said about them.
    inputWrapperOrder,
  };
}
