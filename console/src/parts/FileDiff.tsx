import { Text } from '@mantine/core';
import { markChangedParts, type TextPart } from './changed-parts.ts';
import classes from './FieldDiffView.module.css';
import type { FileDifference, FileDifferences } from './file-differences.ts';
import { plural } from './format.ts';
import { TextWithHashes } from './Hash.tsx';
import { ShownText } from './ShownText.tsx';
import { Tag } from './Tag.tsx';

const tones = { added: 'good', removed: 'bad', changed: 'accent' } as const;

/**
 * Shows the files that differ between two versions of a model, with the old and the new value of each
 * differing property.
 */
export function FileDiff({
  differences: { files, unchangedCount, isReordered },
}: {
  differences: FileDifferences;
}) {
  return (
    <div className={classes.files}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files may have the same name, and they never move
        <OneFile key={index} file={file} />
      ))}
      {(unchangedCount > 0 || isReordered) && (
        <Text size="xs" c="dimmed">
          {unchangedCount > 0 && `${plural(unchangedCount, 'file is unchanged', 'files are unchanged')}. `}
          {isReordered && 'The files are in another order.'}
        </Text>
      )}
    </div>
  );
}

function OneFile({ file: { kind, name, rows, hosts } }: { file: FileDifference }) {
  return (
    <table className={classes.file}>
      <caption>
        <ShownText text={name} /> <Tag tone={tones[kind]}>{kind}</Tag>
        {hosts && (
          <Tag tone="bad">
            host <ShownText text={hosts[0]} /> → <ShownText text={hosts[1]} />
          </Tag>
        )}
      </caption>
      <tbody>
        {rows.map(({ label, before, after }) => {
          const parts = markChangedParts(before ?? '(none)', after ?? '(none)');
          return (
            <tr key={label}>
              <th scope="row">
                <ShownText text={label} />
              </th>
              <td>
                {kind !== 'added' && <del className={classes.old}>{renderParts(parts.before)}</del>}
                {kind !== 'removed' && <ins className={classes.new}>{renderParts(parts.after)}</ins>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function renderParts(parts: readonly TextPart[]) {
  return parts.map(({ text, changed }, index) =>
    changed ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <mark key={index} className={classes.mark}>
        <TextWithHashes text={text} />
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
      <TextWithHashes key={index} text={text} />
    ),
  );
}
