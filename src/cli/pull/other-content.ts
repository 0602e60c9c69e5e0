import { ApiError, type Download, type ModelrefClient } from '#client';
import type { Terminal } from '../terminal.ts';
import { downloadsOfRecord, type FileToPull, type SelectedModel } from './files-to-pull.ts';
import type { OtherContent } from './noted-content.ts';

/** Content of a URL whose hash differs from the recorded one. */
export interface FoundContent extends OtherContent {
  readonly file: FileToPull;
  /**
   * Whether this run has read the content. False: an earlier run has read it, and the ETag of the URL is
   * unchanged since then.
   */
  readonly isRead: boolean;
}

/** Returns a message with the recorded hash and the hash of the content that a URL serves. */
export function describeOtherContent({ file, url, sha256, bytes, isRead }: FoundContent): string {
  const earlierReadText = isRead ? '' : '; read by an earlier pull, and unchanged since';
  return `${file.path}: the record of ${file.models.join(', ')} has SHA-256 ${file.sha256}, ${url} has ${sha256} (${bytes} bytes)${earlierReadText}.`;
}

/**
 * Proposes to replace recorded hashes with the hashes of the content at the files' URLs. Uses only content
 * that this run has read, because the notes of earlier runs may be forged. Prints each proposal, or the
 * reason why there is none.
 *
 * @param contents content of files for which no URL serves the recorded hash
 * @returns the content for which the caller now has a pending or approved change
 */
export async function proposeContent(
  terminal: Terminal,
  client: ModelrefClient,
  models: readonly SelectedModel[],
  contents: readonly FoundContent[],
): Promise<FoundContent[]> {
  const verifiedContents = contents.filter(({ isRead, etag }) => isRead && etag !== null);
  if (verifiedContents.length === 0) return [];
  const findContent = ({ file_url, sha256sum }: Download) =>
    verifiedContents.find(
      ({ url, file }) => url === file_url && file.sha256 === String(sha256sum).toLowerCase(),
    );
  const openProposalKeys = new Set<string>();
  for await (const { category, model_name, payload } of client.queue.changes({
    mine: true,
    statuses: ['pending', 'approved'],
  })) {
    for (const { sha256sum } of payload ? downloadsOfRecord(payload as SelectedModel['record']) : [])
      openProposalKeys.add(JSON.stringify([category, model_name, String(sha256sum).toLowerCase()]));
  }
  const proposedContent: FoundContent[] = [];
  for (const { category, name, record: selectedRecord } of models) {
    if (!downloadsOfRecord(selectedRecord).some(findContent)) continue;
    const copy = await client.model(category, name);
    if (copy === null) continue;
    const changedContents: FoundContent[] = [];
    const download = downloadsOfRecord(copy.value).map((entry) => {
      const content = findContent(entry);
      if (!content) return entry;
      changedContents.push(content);
      const { sha256, bytes } = content;
      return { ...entry, sha256sum: sha256, ...(entry.size_bytes != null && { size_bytes: bytes }) };
    });
    if (changedContents.length === 0) continue;
    if (
      changedContents.every(({ sha256 }) => openProposalKeys.has(JSON.stringify([category, name, sha256])))
    ) {
      terminal.note(`Not proposed again: an open change of yours has the hash for ${category} ${name}.`);
      proposedContent.push(...changedContents);
      continue;
    }
    const { metadata: _, ...record } = copy.value;
    const proposal = {
      category,
      name,
      operation: 'update',
      record: { ...record, config: { ...record.config, download } },
      notes: changedContents.map((each) => `modelref pull has read ${describeOtherContent(each)}`).join('\n'),
    } as const;
    try {
      const { change_id } = await client.queue.propose(proposal, { ifMatch: copy.etag ?? undefined });
      terminal.note(
        `Change ${change_id}: the hash of the file for ${category} ${name} is queued for review.`,
      );
      proposedContent.push(...changedContents);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      terminal.note(`Not proposed for ${category} ${name}: ${error.message}`);
    }
  }
  return proposedContent;
}
