import { Fact } from './Facts.tsx';
import { formatAge, formatTime } from './format.ts';

interface Props {
  readonly metadata: {
    readonly revision: number;
    /** Unix seconds; null for an entry that has never been changed. */
    readonly updated_at: number | null;
    readonly updated_by: string | null;
  };
}

/** The revision of a catalogue entry, with its author and time. */
export function RevisionFact({ metadata: { revision, updated_at: updatedAt, updated_by: author } }: Props) {
  return (
    <Fact name="Revision">
      {revision}
      {updatedAt !== null && (
        <span title={formatTime(updatedAt)}>
          , {formatAge(updatedAt)}
          {author !== null && ` by ${author}`}
        </span>
      )}
    </Fact>
  );
}
