import type { AddressState } from '../../records/files/address-state.ts';
import type { RecordFile } from '../../records/files/record-file.ts';
import { judge } from '../../records/files/verdict.ts';
import type { WriteTx } from '../../store/tx.ts';
import { fileStore } from './store.ts';
import type { FileVerdictChange } from './tables.ts';

export type NewVerdictChange = Omit<FileVerdictChange, 'number'>;

/** Told, in the same transaction, of verdicts that became other ones. */
export type OnVerdictChanges = (writer: WriteTx, changes: readonly NewVerdictChange[]) => Promise<void>;

/**
 * Notes the verdicts that follow from what is known of an address, as far as they are not those that are noted
 * already. A file of which nothing is known yet has none.
 *
 * @param files of live records, with this address
 */
export async function noteVerdicts(
  writer: WriteTx,
  files: readonly RecordFile[],
  state: AddressState,
  now: number,
  onChanges: OnVerdictChanges,
): Promise<void> {
  const changes: NewVerdictChange[] = [];
  for (const file of files) {
    const { category, model_name, field_path, url, expected } = file;
    const { verdict, detail } = judge(file, state);
    const before = await fileStore(writer).verdict(file);
    if (verdict === 'unknown' && before === null) continue;
    const same = before?.url === url && before.verdict === verdict;
    if (same && before.sha256 === expected.sha256) continue;
    await fileStore(writer).putVerdict({
      category,
      model_name,
      field_path,
      url,
      sha256: expected.sha256,
      verdict,
      since: same ? before.since : now,
    });
    if (same) continue;
    const change: NewVerdictChange = {
      at: now,
      category,
      model_name,
      field_path,
      url,
      verdict_before: before?.verdict ?? null,
      verdict,
      how: state.known?.observation.how ?? null,
      detail,
    };
    await fileStore(writer).addChange(change);
    changes.push(change);
  }
  if (changes.length > 0) await onChanges(writer, changes);
}
