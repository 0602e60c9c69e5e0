import { selectFittingItems } from './items-that-fit.ts';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

/** Shows the first tags that fit into a line of `room` characters. `+n` stands for the other tags. */
export function FittingTags({ texts, room }: { texts: readonly string[]; room: number }) {
  const { shown, more } = selectFittingItems(texts, room);
  return (
    <>
      {shown.map((text) => (
        <Tag key={text}>
          <ShownText text={text} />
        </Tag>
      ))}
      {more > 0 && <Tag title={texts.join(', ')}>+{more}</Tag>}
    </>
  );
}
