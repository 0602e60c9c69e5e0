import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A list of named values. On a narrow screen, each value is below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: ReactNode;
  readonly children: ReactNode;
  readonly strong?: boolean;
}

export function Fact({ name, children, strong = false }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
