import { ScrollArea } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';
import classes from './JsonView.module.css';
import { ShownText } from './ShownText.tsx';

const tokenPattern = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function colourTokens(json: string) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of json.matchAll(tokenPattern)) {
    const [whole, string, colon] = match;
    if (match.index > end) parts.push(json.slice(end, match.index));
    const kind = string === undefined ? classes.literal : colon === undefined ? classes.string : classes.key;
    parts.push(
      <span key={match.index} className={kind}>
        <ShownText text={string ?? whole} />
      </span>,
    );
    if (colon !== undefined) parts.push(colon);
    end = match.index + whole.length;
  }
  parts.push(json.slice(end));
  return parts;
}

/** A JSON value, indented and coloured, with a button that copies it. */
export function JsonView({ value, label, maxHeight }: { value: unknown; label: string; maxHeight?: number }) {
  const json = JSON.stringify(value, null, 2) ?? 'undefined';
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={json} label={`Copy ${label}`} />
      </div>
      <ScrollArea.Autosize
        mah={maxHeight}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <pre className={classes.text}>{colourTokens(json)}</pre>
      </ScrollArea.Autosize>
    </div>
  );
}
