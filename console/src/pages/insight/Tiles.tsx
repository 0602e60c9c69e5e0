import type { ReactNode } from 'react';
import classes from './insight.module.css';

/** Numbers that stand for the whole, side by side. */
export function Tiles({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.tiles}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
