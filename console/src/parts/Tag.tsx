import type { ReactNode } from 'react';
import classes from './Tag.module.css';

interface Props {
  readonly children: ReactNode;
  readonly tone?: 'warn' | 'accent' | 'good' | 'bad' | undefined;
  /** The tag's meaning in full. */
  readonly title?: string | undefined;
}

/** A small label. Plain markup, because tables show thousands of them. */
export function Tag({ children, tone, title }: Props) {
  return (
    <span className={classes.tag} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
