import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** What is known of something, by name; on a narrow screen each below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

interface FactProps {
  readonly name: ReactNode;
  readonly children: ReactNode;
  /** It is worth more than those around it. */
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
