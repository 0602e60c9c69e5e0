import { codePoint } from '../../../kernel/code-point.ts';
import { downloadsOf, isSha256 } from '../../../records/files/downloads.ts';
import { hiddenCharacters } from '../../../records/look-alike.ts';
import { pagesOf } from './address-rules.ts';
import type { FindingRule } from './finding.ts';
import type { Rule } from './proposal.ts';

/**
 * About how values are written. Other rules see through blanks and case, so that neither hides what a value
 * is; programs of workers, which get it as it stands, may not.
 */
export const normalRules = {
  not_normal: function* ({ record }) {
    if (record === null) return;
    for (const { path, sha256, written } of downloadsOf(record)) {
      for (const [field, value] of Object.entries(written)) {
        const oddities = odditiesOf(value);
        if (field === 'sha256sum' && isSha256(sha256) && /[A-F]/.test(sha256))
          oddities.push('has upper case');
        if (oddities.length > 0) yield { path: `${path}.${field}`, message: said(value, oddities) };
      }
    }
    for (const [path, page] of pagesOf(record)) {
      const oddities = odditiesOf(page);
      if (oddities.length > 0) yield { path, message: said(page, oddities) };
    }
  },
} satisfies Partial<Record<FindingRule, Rule>>;

function odditiesOf(value: string): string[] {
  const around = value !== value.trim() ? ['begins or ends with a blank'] : [];
  const controls = value.trim().match(/\p{Cc}/gu) ?? [];
  const hidden = [...new Set([...controls.map(codePoint), ...hiddenCharacters(value)])];
  return hidden.length > 0 ? [...around, `has characters that cannot be seen: ${hidden.join(', ')}`] : around;
}

function said(value: string, oddities: readonly string[]): string {
  return `${JSON.stringify(value)} ${oddities.join(', and ')}: workers may not take it for what it means.`;
}
