import { type Download, downloadsOf } from '../../../records/files/downloads.ts';
import type { KnownModels } from '../../catalog/known-models.ts';
import type { LintedProposal, Rule } from './proposal.ts';

/** Makes a rule of what there is to say about one download: in which of its fields, and what. */
export function eachDownload(
  look: (download: Download, proposal: LintedProposal) => [field: string, message: string] | null,
): Rule {
  return function* (proposal) {
    if (proposal.record === null) return;
    for (const download of downloadsOf(proposal.record)) {
      const problem = look(download, proposal);
      if (problem) yield { path: `${download.path}.${problem[0]}`, message: problem[1] };
    }
  };
}

/** How many other models a message names. */
const namedModels = 3;

/** `'a' (clip), 'b' (blip)`; null when there is no other. */
export function otherModels(
  { category, name, known }: LintedProposal,
  names: (models: KnownModels) => readonly string[] | undefined,
): string | null {
  const others = known.flatMap((models) =>
    (names(models) ?? [])
      .filter((other) => models.category !== category || other !== name)
      .map((other) => `'${other}' (${models.category})`),
  );
  if (others.length === 0) return null;
  const rest = others.length - namedModels;
  return others.slice(0, namedModels).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
