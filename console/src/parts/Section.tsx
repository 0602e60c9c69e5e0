import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

/** A section of a page with a heading, which is also its name for screen readers. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}
