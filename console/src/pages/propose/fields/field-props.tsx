import type { ReactNode } from 'react';
import { fieldLabel } from '../../../parts/field-names.ts';
import { type Path, pathText } from '../draft.ts';
import { fieldId, useEditing } from '../editing.ts';
import { HelpText } from '../HelpText.tsx';
import { OriginMark } from '../paste/OriginMark.tsx';
import type { Field } from '../record-fields.ts';

const inputWrapperOrder: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

/**
 * Returns a field's label, help and problems as props of a Mantine input.
 *
 * @param hint the expected format of the value, shown after the help
 */
export function useFieldProps(field: Field, path: Path, hint?: ReactNode) {
  const { problemsAt, isFixed, originAt } = useEditing();
  const origin = originAt(path);
  const messages = problemsAt(path);
  return {
    id: fieldId(path),
    name: pathText(path),
    label: fieldLabel(field.key),
    description: (origin || field.help || hint) && (
      <>
        {origin && <OriginMark origin={origin} />}
        {field.help && <HelpText text={field.help} />} {hint}
      </>
    ),
    error: messages.length > 0 ? messages.join('; ') : undefined,
    withAsterisk: field.required,
    'aria-required': field.required || undefined,
    readOnly: isFixed(path),
    // Aligns the inputs of a row, whatever texts surround them.
    inputWrapperOrder,
  };
}
