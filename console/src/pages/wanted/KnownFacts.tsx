import type { ModelRequest } from '../../api/requests.ts';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { formatBytes, formatParameters } from '../../parts/format.ts';
import { ShownText } from '../../parts/ShownText.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './Wanted.module.css';

const labels: Readonly<Record<string, string>> = {
  homepage: 'Page',
  url: 'Page',
  baseline: 'Baseline',
  version: 'Version',
  style: 'Style',
  nsfw: 'NSFW',
  license: 'Licence',
  parameters_count: 'Parameters',
  size_on_disk_bytes: 'Size',
};

/** The registry's information about a request's link. Its texts come from other sites and are not trusted. */
export function KnownFacts({ known }: { known: NonNullable<ModelRequest['known']> }) {
  const files = Array.isArray(known.files) ? (known.files as KnownFile[]) : [];
  return (
    <Facts>
      {Object.entries(labels).flatMap(([key, label]) => {
        const value = known[key];
        return value === undefined || value === null ? (
          []
        ) : (
          <KnownFact key={key} {...{ name: key, label, value }} />
        );
      })}
      {files.length > 0 && (
        <Fact name="Files">
          <ul className={classes.plain}>
            {files.map(({ file_name, sha256sum }) => (
              <li key={`${file_name} ${sha256sum}`}>
                <ShownText text={file_name ?? 'a file'} />
                {sha256sum && <span className={classes.dim}> {sha256sum}</span>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  );
}

interface KnownFile {
  readonly file_name: string | null;
  readonly sha256sum: string | null;
}

function KnownFact({ name, label, value }: { name: string; label: string; value: unknown }) {
  return <Fact name={label}>{renderValue(name, value)}</Fact>;
}

function renderValue(name: string, value: unknown) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return name === 'size_on_disk_bytes' ? formatBytes(value) : formatParameters(value);
  const text = String(value);
  return isAddress(name) ? <WebLink address={text} /> : <ShownText text={text} />;
}

function isAddress(name: string): boolean {
  return name === 'homepage' || name === 'url';
}
