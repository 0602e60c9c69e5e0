import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ModelRecord } from '../../api/types.ts';
import layout from '../../parts/layout.module.css';
import {
  dayWords,
  type Licensing,
  licensingIn,
  obligationNames,
  permissionNames,
} from '../../parts/licence-words.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';

/** Whether a model may be used and handed on, and who says so. */
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
          <Conclusion licensing={licensing} />
          {Object.entries(licensing.files ?? {}).map(([name, file]) => (
            <div key={name}>
              <Text size="sm" fw={500} className={layout.anywhere}>
                <ShownText text={name} />
              </Text>
              <Conclusion licensing={file} />
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}

function Conclusion({ licensing }: { licensing: Licensing }) {
  const { license_expression, license_ids = [], commercial_use, redistribution, notes } = licensing;
  const { obligations = [], evidence = [] } = licensing;
  return (
    <Text size="sm" component="div" className={layout.anywhere}>
      <div>
        Commercial use: {permissionNames[commercial_use]}. Redistribution: {permissionNames[redistribution]}.
      </div>
      {license_ids.length > 0 && (
        <div>
          <ShownText text={license_expression} />{' '}
          {license_ids.map((id) => (
            <Link key={id} to="/licences/licence" search={{ id }} className={layout.link}>
              {license_ids.length === 1 ? 'About the licence' : `About ${id} `}
            </Link>
          ))}
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
      {evidence.length > 0 && (
        <ul className={layout.bullets}>
          {evidence.map(({ source, description, checked_at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a source may be named twice
            <li key={index}>
              <WebLink address={source} />
              {description && <ShownText text={`: ${description}`} />}
              {checked_at && `, ${dayWords(checked_at)}`}
            </li>
          ))}
        </ul>
      )}
    </Text>
  );
}
