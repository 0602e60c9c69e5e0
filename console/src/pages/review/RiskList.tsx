import { Text } from '@mantine/core';
import type { ReviewedChange } from '../../api/review-types.ts';
import { plural } from '../../parts/format.ts';
import layout from '../../parts/layout.module.css';
import { shownName } from '../../parts/renames.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './review.module.css';
import { type Risk, risksOf } from './risks.ts';

/**
 * The dangers of the changes that an approver is about to decide about or apply. For several changes, it
 * first shows how many cases of each danger there are, then the cases themselves.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={classes.cases} tabIndex={0} aria-label="Risks, case by case">
        {risks.map((risk) => (
          <Cases key={risk.kind} risk={risk} />
        ))}
      </section>
    </div>
  );
}

function Cases({ risk: { tone, title, cases } }: { risk: Risk }) {
  return (
    <div className={classes.kind} data-tone={tone}>
      <strong>{title}</strong>
      <ul>
        {cases.map(({ change, says }) => (
          <li key={`${change.change_id} ${says}`}>
            #{change.change_id}{' '}
            <b>
              <ShownText text={shownName(change)} />
            </b>
            : <ShownText text={says} />
          </li>
        ))}
      </ul>
    </div>
  );
}
