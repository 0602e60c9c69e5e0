import { Text } from '@mantine/core';
import { useModelFiles } from '../../api/files.ts';
import type { Model } from '../../api/models.ts';
import type { Download, FileEvidence } from '../../api/types.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { FileMark } from '../../parts/FileMark.tsx';
import { formatBytes, formatTime } from '../../parts/format.ts';
import { TextWithHashes } from '../../parts/Hash.tsx';
import layout from '../../parts/layout.module.css';
import { checksumState, downloadsOf, minimumMemory, webHost } from '../../parts/model-facts.ts';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './model.module.css';

export function Downloads({ model }: { model: Model }) {
  const downloads = downloadsOf(model);
  const files = useModelFiles(model.category, model.name).data;
  const memoryBytes = minimumMemory(downloads, files);
  return (
    <Section title="Downloads" aside={downloads.length > 1 && <Tag>{downloads.length} files</Tag>}>
      {downloads.length === 0 ? (
        <Text size="sm" c="dimmed">
          {model.category === 'text_generation'
            ? 'Workers of text models fetch them by name; the record lists no files.'
            : 'The record lists no files.'}
        </Text>
      ) : (
        <ul className={layout.lined}>
          {downloads.map((download, index) => (
            <File
              // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and they never move
              key={index}
              download={download}
              known={files?.find(({ field_path }) => field_path === `config.download.${index}`)}
            />
          ))}
        </ul>
      )}
      {memoryBytes !== undefined && (
        <Text size="sm" mt="sm">
          Memory: at least {formatBytes(memoryBytes, Math.floor)} for the weights as they are stored, by the
          sizes of the files. This is a lower bound: running the model takes more.
        </Text>
      )}
    </Section>
  );
}

function File({ download, known: evidence }: { download: Download; known: FileEvidence | undefined }) {
  const { file_name, file_url, file_purpose, known_slow_download, size_bytes, content_hash } = download;
  const host = webHost(file_url);
  return (
    <li>
      <div className={classes.file}>
        <span className={layout.name}>{file_name ? <ShownText text={file_name} /> : '(no file name)'}</span>
        {evidence && <FileMark file={evidence} />}
        {file_purpose && <Tag>{file_purpose}</Tag>}
        {size_bytes !== undefined && <Tag>{formatBytes(size_bytes)}</Tag>}
        {known_slow_download && <Tag tone="warn">slow host</Tag>}
        {host === undefined ? (
          <Tag tone="bad">no web address</Tag>
        ) : (
          <Tag tone="accent">
            <ShownText text={host} />
          </Tag>
        )}
        {file_url.startsWith('http:') && <Tag tone="warn">not https</Tag>}
      </div>
      {file_url && (
        <div className={classes.address}>
          <WebLink address={file_url} />
          <CopyButton value={file_url} label="Copy the address" />
        </div>
      )}
      <Checksum name="SHA-256" value={download.sha256sum} />
      {content_hash && <Checksum name="Content" value={content_hash} />}
      {evidence && <Evidence file={evidence} />}
    </li>
  );
}

/** Shows the result and time of the last check of a file; nothing if it was never checked. */
function Evidence({ file }: { file: FileEvidence }) {
  if (file.checked_at === null) return null;
  const { detail, checked_at, failing, doubted_since } = file;
  return (
    <Text size="xs" c="dimmed" className={layout.name} fw={400}>
      <TextWithHashes text={detail} /> Checked {formatTime(checked_at)}.
      {doubted_since !== null &&
        ` Its host said on ${formatTime(doubted_since)} that it is gone, or refused it; not yet confirmed.`}
      {failing && ` No answer since ${formatTime(failing.since)}: ${failing.reason}`}
    </Text>
  );
}

function Checksum({ name, value }: { name: string; value: string | undefined }) {
  const state = checksumState(value);
  return (
    <div className={classes.checksum}>
      <span className={classes.label}>{name}</span>
      {state === 'missing' ? (
        <Tag tone="bad">
          no checksum
          {value && (
            <>
              {' '}
              (<ShownText text={value} />)
            </>
          )}
        </Tag>
      ) : (
        <>
          <code>
            <ShownText text={value ?? ''} />
          </code>
          {state === 'malformed' && <Tag tone="bad">malformed</Tag>}
          <CopyButton value={value ?? ''} label={`Copy the ${name} checksum`} />
        </>
      )}
    </div>
  );
}
