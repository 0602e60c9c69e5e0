import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { UsageByModel } from '../../api/usage.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { formatBytes, formatCompact, formatParameters } from '../../parts/format.ts';
import { selectFittingItems } from '../../parts/items-that-fit.ts';
import { LifecycleTag } from '../../parts/LifecycleTag.tsx';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { ModelMark } from '../../parts/ModelMark.tsx';
import { bytesOf } from '../../parts/model-facts.ts';
import { ownValue } from '../../parts/own-value.ts';
import { Picture, picturesOf } from '../../parts/Picture.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { figuresOf } from '../../parts/usage-figures.ts';
import classes from './browse.module.css';
import type { BrowseRow } from './browse-rows.ts';

/** Height of a card without its picture, in pixels, including the gap below. */
const cardTextHeight = 160;
/** Minimum width of a card, in pixels. */
const minCardWidth = 250;

type ModelRow = BrowseRow & { kind: 'model' };

interface Props {
  readonly rows: readonly ModelRow[];
  readonly label: string;
  /** The names of the baselines in the catalogue. */
  readonly baselines: ReadonlySet<string>;
  readonly usage: UsageByModel;
}

/** Models as cards, as many per row as fit. The list scrolls with the page. */
export function CardList({ rows, label, baselines, usage }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [{ width, top: listTop }, setListPosition] = useState({ width: 0, top: 0 });
  // Measured before the first paint, to avoid a visible layout shift.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => setListPosition({ width: element.clientWidth, top: element.offsetTop });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const hasPictures = useMemo(() => rows.some(({ model }) => picturesOf(model).length > 0), [rows]);
  const cardsPerRow = Math.max(1, Math.floor(width / minCardWidth));
  const rowHeight = cardTextHeight + (hasPictures ? Math.round((width / cardsPerRow - 12) * 0.75) : 0);
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : Math.ceil(rows.length / cardsPerRow),
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: listTop,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps the former height of each row
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return (
    <ul
      ref={list}
      aria-label={label}
      className={classes.cards}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().flatMap((item) =>
        rows.slice(item.index * cardsPerRow, (item.index + 1) * cardsPerRow).map((row, lane) => (
          <li
            key={row.id}
            className={classes.place}
            style={{
              height: rowHeight,
              width: `${100 / cardsPerRow}%`,
              left: `${(100 / cardsPerRow) * lane}%`,
              transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)`,
            }}
          >
            <Card row={row} baselines={baselines} usage={usage} hasPicture={hasPictures} />
          </li>
        )),
      )}
    </ul>
  );
}

interface CardProps extends Pick<Props, 'baselines' | 'usage'> {
  readonly row: ModelRow;
  readonly hasPicture: boolean;
}

function Card({ row, baselines, usage, hasPicture }: CardProps) {
  const { category, name, record } = row.model;
  const bytes = bytesOf(row.model);
  const stats = ownValue(usage, name);
  const { month } = figuresOf(stats);
  return (
    <article className={classes.card}>
      {hasPicture && (
        <div className={classes.head43}>
          <Picture model={row.model} />
        </div>
      )}
      <div className={classes.cardBody}>
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
        <p className={classes.cardFoot}>
          {stats && month !== null && <strong>{formatCompact(month)} uses a month</strong>}
          {record.tags && record.tags.length > 0 && <CardTags tags={record.tags} />}
        </p>
      </div>
    </article>
  );
}

/** Largest total length of the tags shown on a card, in characters. The card counts the other tags: `+3`. */
const maxTagCharacters = 30;

function CardTags({ tags }: { tags: readonly string[] }) {
  const { shown, more } = selectFittingItems(tags, maxTagCharacters);
  return (
    <span className={classes.tags} title={tags.join(', ')}>
      <ShownText text={shown.join(' · ')} />
      {more > 0 && ` +${more}`}
    </span>
  );
}
