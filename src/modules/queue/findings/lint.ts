import { type Finding, findingRules, severityOf } from './finding.ts';
import type { LintedProposal } from './proposal.ts';
import { rules } from './rules.ts';

/** A record with thousands of downloads is told by its first problems. */
const mostFindings = 50;

/** Everything there is to say about a proposed record, by rule, the worst first. */
export function lint(proposal: LintedProposal): Finding[] {
  const found: Finding[] = [];
  for (const rule of findingRules) {
    for (const { path, message } of rules[rule](proposal)) {
      if (found.length === mostFindings) return found;
      found.push({ rule, severity: severityOf[rule], field_path: path, message });
    }
  }
  return found;
}
