import { Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { plural } from '../../parts/format.ts';
import { TextWithHashes } from '../../parts/Hash.tsx';
import layout from '../../parts/layout.module.css';
import { shownName } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './review.module.css';
import { type Risk, risksOf } from './risks.ts';

/**
 * The dangers of the changes to approve, reject or apply. For several changes, shows the number of cases of
 * each danger, then the cases.
 */
export function RiskList({ changes }: { changes: readonly ReviewedChange[] }) {
  const risks = risksOf(changes);
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

/** Groups dangers with the same text into one line, with their changes. */
function Cases({ risk: { tone, title, cases } }: { risk: Risk }) {
  const alike = [...Map.groupBy(cases, ({ says }) => inGeneral(says)).values()];
  return (
    <div className={classes.kind} data-tone={tone}>
      <strong>{title}</strong>
      <ul>
        {alike.map((same) => (
          <li key={`${same[0]?.change.change_id} ${same[0]?.says}`}>
            {same.length > 1 ? `${same.length} × ${inGeneral(same[0]?.says ?? '')}: ` : null}
            {same.map(({ change, says }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a change may have the same danger in two files
              <span key={index}>
                {index > 0 && ', '}#{change.change_id}{' '}
                <b>
                  <ShownText text={shownName(change)} />
                </b>
                {same.length === 1 && (
                  <>
                    : <TextWithHashes text={says} />
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

/** Removes list indexes and hashes from a danger's text, so that dangers of the same kind are equal. */
function inGeneral(says: string): string {
  return says.replaceAll(/\.\d+(?=[.:])/g, '').replaceAll(/(?<![\w/])[0-9a-f]{40,64}(?![\w/])/gi, '…');
}
