import type { AddressState, LearnedBy, SeenFile } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { type FileVerdict, judge, type VerdictWeight, weightOf } from '../../records/files/verdict.ts';
import { type FileRepair, repairsOf } from './repairs.ts';
import type { FileVerdictRow } from './tables.ts';

/** A file of a record with all that is known of it. Times are Unix seconds. */
export type FileEvidence = {
  readonly category: string;
  readonly model_name: string;
  readonly field_path: string;
  readonly file_name: string | null;
  readonly url: string;
  readonly host: string | null;
  readonly expected: RecordFile['expected'];
  readonly verdict: FileVerdict;
  readonly weight: VerdictWeight;
  /** Why, in a sentence. */
  readonly detail: string;
  /** Since when the verdict is this one; null when nothing was learned yet. */
  readonly since: number | null;
  /** When what the verdict rests on was learned. */
  readonly learned_at: number | null;
  readonly how: LearnedBy | null;
  /** What the host says of the file. */
  readonly seen: SeenFile | null;
  /** The last look, whether it got through or not. */
  readonly checked_at: number | null;
  /** The host says that the file is not there, which is not believed until it was said again hours later. */
  readonly doubted_since: number | null;
  /** The last looks did not get through; the verdict is that of before. */
  readonly failing: { readonly since: number; readonly reason: string } | null;
  readonly repairs: readonly FileRepair[];
};

/** @param noted the verdict that was last noted of it */
export function evidenceOf(
  file: RecordFile,
  state: AddressState,
  noted: Pick<FileVerdictRow, 'url' | 'verdict' | 'since'> | null,
): FileEvidence {
  const { verdict, detail } = judge(file, state);
  const { known, doubt, failure } = state;
  const same = noted !== null && noted.verdict === verdict && noted.url === file.url;
  return {
    ...file,
    verdict,
    weight: weightOf[verdict],
    detail,
    since: same ? noted.since : (known?.at ?? failure?.since ?? null),
    learned_at: known?.at ?? null,
    how: known?.observation.how ?? null,
    seen: seenIn(state),
    checked_at: state.checked_at,
    doubted_since: doubt?.first_at ?? null,
    failing: failure && { since: failure.since, reason: failure.reason },
    repairs: repairsOf(file, state),
  };
}

/** What the host says of the file. */
export function seenIn({ known }: AddressState): SeenFile | null {
  return known && 'seen' in known.observation ? (known.observation.seen ?? null) : null;
}
