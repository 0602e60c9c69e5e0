import type { ReactNode } from 'react';
import { useBaselineNames } from '../../api/baselines.ts';
import type { ModelRecord } from '../../api/types.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { pathLabel } from '../../parts/field-names.ts';
import { formatAge, formatBytes, formatCount, formatTime } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ownValue } from '../../parts/own-value.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './model.module.css';

/** Paths of the fields that `Fields` omits, because other sections of the page show them. */
const omittedPaths = new Set(['name', 'description', 'config.download', 'licensing', 'showcases']);

const renderTime = (value: unknown) => `${formatTime(Number(value))} (${formatAge(Number(value))})`;

const renderBytes = (value: unknown) => `${formatBytes(Number(value))} (${formatCount(Number(value))} bytes)`;
const renderCount = (value: unknown) => formatCount(Number(value));

interface FieldContext {
  readonly category: string;
  /** The names of the baselines in the catalogue. */
  readonly baselines: ReadonlySet<string>;
}

/**
 * Functions that render the values of certain fields, by path: for example a number of bytes with its unit,
 * or a baseline as a link. All other fields show their plain values.
 */
const renderers: Record<string, (value: unknown, page: FieldContext) => ReactNode> = {
  size_on_disk_bytes: renderBytes,
  parameters: renderCount,
  'metadata.created_at': renderTime,
  'metadata.updated_at': renderTime,
  'lifecycle.replaced_by': (value, { category }) => <ModelLink category={category} name={String(value)} />,
  baseline: (value, { baselines }) => <BaselineLink name={String(value)} known={baselines} />,
};

/**
 * Returns the fields of an object in their order, as pairs of path and value. Nested fields have dotted
 * paths. Omits the fields in `omittedPaths`.
 */
function flattenFields(value: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const path = prefix + key;
    if (omittedPaths.has(path)) return [];
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? flattenFields(inner, `${path}.`)
      : [[path, inner]];
  });
}

/** The fields of a record, except the fields in `omittedPaths`. */
export function Fields({ record }: { record: ModelRecord }) {
  const context = { category: record.record_type, baselines: useBaselineNames() };
  const { metadata, ...otherFields } = record;
  const fields = flattenFields({ ...otherFields, metadata });
  return (
    <Section title="Fields">
      <Facts>
        {fields.map(([path, value]) => (
          <Fact key={path} name={<span title={path}>{pathLabel(path.split('.'))}</span>}>
            {ownValue(renderers, path)?.(value, context) ?? <Value value={value} />}
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
