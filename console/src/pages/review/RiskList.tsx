import { Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { plural } from '../../parts/format.ts';
import { TextWithHashes } from '../../parts/Hash.tsx';
import layout from '../../parts/layout.module.css';
import { shownName } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './review.module.css';
import { findRisks, type Risk } from './risks.ts';

/**
 * The dangers of the changes to approve, reject or apply. For several changes, shows the number of cases of
 * each danger, then the cases.
 */
export function RiskList({ changes }: { changes: readonly ReviewedChange[] }) {
  const risks = findRisks(changes);
  if (risks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No deletion, no critical field, no conflict and no finding among {plural(changes.length, 'change')}.
      </Text>
    );
  }
  return (
    <div className={layout.stack}>
      {changes.length > 1 && (
        <p className={classes.counts}>
          {risks.map(({ kind, tone, title }) => (
            <Tag key={kind} tone={tone}>
              {title}
            </Tag>
          ))}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.cases} tabIndex={0} aria-label="Risks, case by case">
        {risks.map((risk) => (
          <Cases key={risk.kind} risk={risk} />
        ))}
      </section>
    </div>
  );
}

/** Shows the cases of a risk: one line for each text, with the changes that have it. */
function Cases({ risk: { tone, title, cases } }: { risk: Risk }) {
  const groups = [...Map.groupBy(cases, ({ text }) => removeDetails(text)).values()];
  return (
    <div className={classes.kind} data-tone={tone}>
      <strong>{title}</strong>
      <ul>
        {groups.map((group) => (
          <li key={`${group[0]?.change.change_id} ${group[0]?.text}`}>
            {group.length > 1 ? `${group.length} × ${removeDetails(group[0]?.text ?? '')}: ` : null}
            {group.map(({ change, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a change may have the same danger in two files
              <span key={index}>
                {index > 0 && ', '}#{change.change_id}{' '}
                <b>
                  <ShownText text={shownName(change)} />
                </b>
                {group.length === 1 && (
                  <>
                    : <TextWithHashes text={text} />
                  </>
                )}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Removes list indexes and hashes from a text, so that the texts of similar cases are equal. */
function removeDetails(text: string): string {
  return text.replaceAll(/\.\d+(?=[.:])/g, '').replaceAll(/(?<![\w/])[0-9a-f]{40,64}(?![\w/])/gi, '…');
}
