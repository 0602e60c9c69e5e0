import type { ReactNode } from 'react';
import classes from './Tag.module.css';

/** A small label. Plain markup, because tables show thousands of them. */
export function Tag({ children, tone }: { children: ReactNode; tone?: 'warn' | 'accent' | 'good' | 'bad' }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
