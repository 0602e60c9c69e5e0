import type { ReactNode } from 'react';
import type { ModelRecord } from '../../api/types.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { pathLabel } from '../../parts/field-names.ts';
import { formatAge, formatBytes, formatCount, formatTime } from '../../parts/format.ts';
import { ownValue } from '../../parts/own-value.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './model.module.css';

/** Fields that other sections of the page show in full. */
const elsewhere = new Set(['name', 'description', 'config.download', 'showcases']);

const time = (value: unknown) => `${formatTime(Number(value))} (${formatAge(Number(value))})`;

/** Fields with a better presentation than their plain value. */
const looks: Record<string, (value: unknown) => ReactNode> = {
  size_on_disk_bytes: (value) => `${formatBytes(Number(value))} (${formatCount(Number(value))} bytes)`,
  parameters: (value) => formatCount(Number(value)),
  'metadata.created_at': time,
  'metadata.updated_at': time,
};

/** Every field of the record in its order; fields within objects by dotted path. */
function flatten(value: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const path = prefix + key;
    if (elsewhere.has(path)) return [];
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flatten(inner, `${path}.`)
      : [[path, inner]];
  });
}

export function Fields({ record }: { record: ModelRecord }) {
  return (
    <Section title="Fields">
      <Facts>
        {flatten(record).map(([path, value]) => (
          <Fact key={path} name={<span title={path}>{pathLabel(path.split('.'))}</span>}>
            {ownValue(looks, path)?.(value) ?? <Value value={value} />}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) {
    return <span className={classes.empty}>{Array.isArray(value) ? 'none' : 'empty'}</span>;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    return (
      <span className={classes.tags}>
        {value.map((item) => {
          const text = typeof item === 'string' ? item : JSON.stringify(item);
          return (
            <Tag key={text}>
              <ShownText text={text} />
            </Tag>
          );
        })}
      </span>
    );
  }
  if (typeof value === 'string') return <WebLink address={value} />;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
