import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ModelRecord } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import {
  formatDay,
  type Licensing,
  licensingIn,
  obligationNames,
  permissionNames,
} from '../../parts/licence-words.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';

/** Whether a model may be used and redistributed, with the sources. */
export function Licence({ record }: { record: ModelRecord }) {
  const licensing = licensingIn(record);
  return (
    <Section title="Licence">
      {licensing === undefined ? (
        <Text size="sm" c="dimmed">
          Not known: nobody has stated it.
        </Text>
      ) : (
        <div className={layout.stack}>
          <Conclusion licensing={licensing} homepage={record.homepage} />
          {Object.entries(licensing.files ?? {}).map(([name, file]) => (
            <div key={name}>
              <Text size="sm" fw={500} className={layout.anywhere}>
                <ShownText text={name} />
              </Text>
              <Conclusion licensing={file} homepage={record.homepage} />
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}

function Conclusion({ licensing, homepage }: { licensing: Licensing; homepage: string | undefined }) {
  const { license_expression, license_ids = [], commercial_use, redistribution, notes } = licensing;
  const { obligations = [], evidence = [] } = licensing;
  const inlineEvidence = license_ids.length > 0 && evidence.length === 1 ? evidence[0] : undefined;
  const listedEvidence = inlineEvidence ? [] : evidence;
  return (
    <Text size="sm" component="div" className={layout.anywhere}>
      <div>
        Commercial use: {permissionNames[commercial_use]}. Redistribution: {permissionNames[redistribution]}.
      </div>
      {license_ids.length > 0 && (
        <div>
          {license_ids[0] === license_expression ? null : (
            <>
              <ShownText text={license_expression} />:{' '}
            </>
          )}
          {license_ids.map((id, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Link to="/licences/licence" search={{ id }} className={layout.link}>
                <ShownText text={id} />
              </Link>
            </Fragment>
          ))}
          {inlineEvidence && (
            <>
              , from <Evidence of={inlineEvidence} homepage={homepage} />.
            </>
          )}
        </div>
      )}
      {obligations.length > 0 && (
        <div>Obligations: {obligations.map((each) => obligationNames[each] ?? each).join(', ')}.</div>
      )}
      {notes && (
        <div>
          <ShownText text={notes} lines />
        </div>
      )}
      {listedEvidence.length > 0 && (
        <ul className={layout.bullets}>
          {listedEvidence.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a source may be named twice
            <li key={index}>
              <Evidence of={each} homepage={homepage} />
            </li>
          ))}
        </ul>
      )}
    </Text>
  );
}

/** The source of a licence, with the words used there and the date of the check. */
function Evidence({ of: { source, description, checked_at }, homepage }: EvidenceProps) {
  return (
    <>
      <WebLink address={source} label={source === homepage ? 'the model’s page' : source} />
      {description && <ShownText text={` (${description.replace(/\.$/, '')})`} />}
      {checked_at && `, ${formatDay(checked_at)}`}
    </>
  );
}

interface EvidenceProps {
  of: NonNullable<Licensing['evidence']>[number];
  homepage: string | undefined;
}
