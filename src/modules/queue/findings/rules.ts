import { sizeOf } from '../../../records/files/downloads.ts';
import { addressRules } from './address-rules.ts';
import { dependantRules } from './dependant-rules.ts';
import { evidenceRules } from './evidence-rules.ts';
import { fileRules } from './file-rules.ts';
import type { FindingRule } from './finding.ts';
import { listedChanges } from './listed-changes.ts';
import { nameRules } from './name-rules.ts';
import { normalRules } from './normal-rules.ts';
import type { Rule } from './proposal.ts';

/**
 * By which factor the size of a model may change before it is worth a look: another model may have taken its
 * place.
 */
const unusualFactor = 2;

export const rules: Readonly<Record<FindingRule, Rule>> = {
  ...nameRules,
  ...fileRules,
  ...normalRules,
  ...addressRules,
  ...evidenceRules,
  ...dependantRules,

  size_change: function* ({ record, live }) {
    const [before, after] = [live && sizeOf(live), record && sizeOf(record)];
    if (before === null || after === null) return;
    if (after <= before * unusualFactor && after * unusualFactor >= before) return;
    const message = `The files take ${after} bytes; those of the live record ${before}.`;
    yield { path: 'size_on_disk_bytes', message };
  },

  same_proposal_waiting: function* ({ sameProposals: others }) {
    if (others.length === 0) return;
    const changes = others.length === 1 ? 'another open change' : `${others.length} other open changes`;
    yield {
      path: null,
      message: `The same is proposed by ${changes} of this model: ${listedChanges(others)}.`,
    };
  },
};
