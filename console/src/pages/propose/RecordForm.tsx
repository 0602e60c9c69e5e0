import { Section } from '../../parts/Section.tsx';
import { FieldGrid } from './fields/FieldGrid.tsx';
import { FieldProblems } from './fields/FieldProblems.tsx';
import { createSections, type Field } from './record-fields.ts';

/** @param isWhole whether to show all sections, not only the first */
export function RecordForm({ fields, isWhole }: { fields: readonly Field[]; isWhole: boolean }) {
  return createSections(fields)
    .slice(0, isWhole ? undefined : 1)
    .map((section) => <FormSection key={section.title} {...section} />);
}

function FormSection({ title, fields }: { title: string; fields: readonly Field[] }) {
  const only = fields.length === 1 ? fields[0] : undefined;
  return (
    <Section title={title}>
      {only?.kind === 'object' ? (
        // The section is titled after its only object, so it shows the object's fields directly.
        <>
          <FieldProblems path={[only.key]} />
          <FieldGrid fields={only.fields} path={[only.key]} />
        </>
      ) : (
        <FieldGrid fields={fields} path={[]} />
      )}
    </Section>
  );
}
