import type { Finding } from '../api/review-types.ts';
import classes from './FieldDiffView.module.css';
import { TextWithHashes } from './Hash.tsx';
import { Tag } from './Tag.tsx';

const tones = { critical: 'bad', warning: 'warn', note: undefined } as const;

/** Findings about a proposal with their severity and, with `withPath`, their field. */
export function FindingList({ findings, withPath }: { findings: readonly Finding[]; withPath?: boolean }) {
  if (findings.length === 0) return null;
  return (
    <ul className={classes.findings}>
      {findings.map(({ rule, severity, field_path, message }) => (
        <li key={`${rule} ${field_path} ${message}`}>
          <Tag tone={tones[severity]}>{severity}</Tag> {withPath && field_path && <code>{field_path}</code>}{' '}
          <TextWithHashes text={message} />
        </li>
      ))}
    </ul>
  );
}
