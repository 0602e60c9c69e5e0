import { itemsThatFit } from './items-that-fit.ts';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

/** Shows the first tags that fit into a line of `room` characters, and `+n` for the `n` remaining tags. */
export function FittingTags({ texts, room }: { texts: readonly string[]; room: number }) {
  const { shown, more } = itemsThatFit(texts, room);
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
