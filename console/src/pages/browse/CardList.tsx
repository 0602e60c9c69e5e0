import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { formatBytes, formatParameters } from '../../parts/format.ts';
import { itemsThatFit } from '../../parts/items-that-fit.ts';
import { LifecycleTag } from '../../parts/LifecycleTag.tsx';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ModelMark } from '../../parts/ModelMark.tsx';
import { bytesOf } from '../../parts/model-facts.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './browse.module.css';
import type { BrowseRow } from './browse-rows.ts';

/**
 * `rowHeight` is the height of a card and of the gap below it, `cardWidth` the smallest width of a card; both
 * in pixels.
 */
const rowHeight = 156;
const cardWidth = 300;

type ModelRow = BrowseRow & { kind: 'model' };

/** Models as cards, as many in a row as fit. The list scrolls with the page. */
export function CardList({
  rows,
  label,
  baselines,
}: {
  rows: readonly ModelRow[];
  label: string;
  /** The names of the baselines in the catalogue. */
  baselines: ReadonlySet<string>;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { ref: sizeRef, width } = useElementSize();
  const lanes = Math.max(1, Math.floor(width / cardWidth));
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(rows.length / lanes),
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  return (
    <div ref={sizeRef}>
      <ul
        ref={list}
        aria-label={label}
        className={classes.cards}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().flatMap((item) =>
          rows.slice(item.index * lanes, (item.index + 1) * lanes).map((row, lane) => (
            <li
              key={row.id}
              className={classes.place}
              style={{
                width: `${100 / lanes}%`,
                left: `${(100 / lanes) * lane}%`,
                transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)`,
              }}
            >
              <Card row={row} baselines={baselines} />
            </li>
          )),
        )}
      </ul>
    </div>
  );
}

function Card({ row, baselines }: { row: ModelRow; baselines: ReadonlySet<string> }) {
  const { category, name, record } = row.model;
  const bytes = bytesOf(row.model);
  return (
    <article className={classes.card}>
      <h2 className={classes.cardName}>
        <ModelLink category={category} name={name} label={row.name} />
      </h2>
      <p className={classes.facts}>
        <ModelMark category={category} name={name} />
        {record.baseline && (
          <Tag tone="accent">
            <BaselineLink name={record.baseline} known={baselines} />
          </Tag>
        )}
        {record.parameters !== undefined && <Tag>{formatParameters(record.parameters)}</Tag>}
        {bytes !== undefined && <Tag>{formatBytes(bytes)}</Tag>}
        {record.style && <Tag>{record.style}</Tag>}
        {record.nsfw && <Tag tone="warn">NSFW</Tag>}
        <LifecycleTag record={record} />
      </p>
      <p className={classes.cardText}>{record.description || <em>No description</em>}</p>
      {record.tags && record.tags.length > 0 && <CardTags tags={record.tags} />}
    </article>
  );
}

/**
 * Largest number of characters that the tags on a card have together. For further tags, the card shows only
 * their number.
 */
const tagRoom = 44;

function CardTags({ tags }: { tags: readonly string[] }) {
  const { shown, more } = itemsThatFit(tags, tagRoom);
  return (
    <p className={classes.tags} title={tags.join(', ')}>
      <ShownText text={shown.join(' · ')} />
      {more > 0 && ` +${more}`}
    </p>
  );
}
