import { Title } from '@mantine/core';
import { useId } from 'react';
import { FieldGrid } from './fields/FieldGrid.tsx';
import { FieldProblems } from './fields/FieldProblems.tsx';
import classes from './RecordForm.module.css';
import { type Field, sectionsOf } from './record-fields.ts';

export function RecordForm({ fields }: { fields: readonly Field[] }) {
  return sectionsOf(fields).map((section) => <FormSection key={section.title} {...section} />);
}

function FormSection({ title, fields }: { title: string; fields: readonly Field[] }) {
  const id = useId();
  const only = fields.length === 1 ? fields[0] : undefined;
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={2} id={id} className={classes.title}>
        {title}
      </Title>
      {only?.kind === 'object' ? (
        // The section has the title of its only object, whose fields therefore stand in it directly.
        <>
          <FieldProblems path={[only.key]} />
          <FieldGrid fields={only.fields} path={[only.key]} />
        </>
      ) : (
        <FieldGrid fields={fields} path={[]} />
      )}
    </section>
  );
}
