import { Section } from '../../parts/Section.tsx';
import { FieldGrid } from './fields/FieldGrid.tsx';
import { FieldProblems } from './fields/FieldProblems.tsx';
import { type Field, sectionsOf } from './record-fields.ts';

export function RecordForm({ fields }: { fields: readonly Field[] }) {
  return sectionsOf(fields).map((section) => <FormSection key={section.title} {...section} />);
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
