import type { ReactNode } from 'react';
import classes from './Tag.module.css';

interface Props {
  readonly children: ReactNode;
  readonly tone?: 'warn' | 'accent' | 'good' | 'bad' | undefined;
  /** The full meaning of the tag, shown on hover. */
  readonly title?: string | undefined;
}

/**
 * A small label. It is plain markup instead of a library component, because tables show thousands of tags.
 */
export function Tag({ children, tone, title }: Props) {
  return (
    <span className={classes.tag} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
