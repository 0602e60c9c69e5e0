import { useMemo, useRef } from 'react';
import layout from '../../parts/layout.module.css';
import classes from './JsonEditor.module.css';
import { findLine, findLines, type JsonSyntaxError } from './json-lines.ts';
import type { Problem } from './problems.ts';

interface Props {
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The syntax error in the text; null if the text is valid JSON. */
  readonly syntax: JsonSyntaxError | null;
  readonly problems: readonly Problem[];
  /** The accessible label. Default: "Record as JSON". */
  readonly label?: string;
}

/**
 * Edits a record or another object as JSON text. Shows each problem at the end of the line that it belongs
 * to.
 */
export function JsonEditor({ id, text, onChange, syntax, problems, label = 'Record as JSON' }: Props) {
  const textArea = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n');
  const messages = useMemo(() => groupMessagesByLine(text, syntax, problems), [text, syntax, problems]);
  const selectLine = (line: number) => {
    const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
    textArea.current?.focus();
    textArea.current?.setSelectionRange(start, start + (lines[line]?.length ?? 0));
  };
  return (
    <div className={classes.editor}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.scroller} aria-label="JSON editor" tabIndex={0}>
        <div className={classes.page}>
          {/* Sets the size of the text area, and shows the messages beside its lines. */}
          <pre aria-hidden="true" className={classes.mirror}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <span key={index} className={classes.line} data-wrong={messages.has(index) || undefined}>
                <span className={classes.number}>{index + 1}</span>
                <span className={classes.text}>{line || ' '}</span>
                {messages.has(index) && (
                  <span className={classes.message}>{messages.get(index)?.join('; ')}</span>
                )}
              </span>
            ))}
          </pre>
          <textarea
            ref={textArea}
            id={id}
            className={classes.area}
            aria-label={label}
            aria-invalid={messages.size > 0}
            aria-describedby={`${id}-problems`}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            value={text}
            onChange={({ currentTarget: { value } }) => onChange(value)}
          />
        </div>
      </section>
      <ul id={`${id}-problems`} className={classes.problems} aria-label="Problems in the JSON">
        {[...messages].map(([line, texts]) => (
          <li key={line}>
            <button type="button" className={layout.jump} onClick={() => selectLine(line)}>
              Line {line + 1}
            </button>{' '}
            {texts.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function groupMessagesByLine(
  text: string,
  syntax: JsonSyntaxError | null,
  problems: readonly Problem[],
): ReadonlyMap<number, readonly string[]> {
  if (syntax !== null) return new Map([[syntax.line ?? 0, [syntax.message]]]);
  const lineByPath = findLines(text);
  const messagesByLine = new Map<number, string[]>();
  for (const { path, message } of problems) {
    const line = findLine(lineByPath, path);
    const lineMessages = messagesByLine.get(line) ?? [];
    messagesByLine.set(line, [...lineMessages, path.length > 0 ? `${path.join('.')}: ${message}` : message]);
  }
  return new Map([...messagesByLine].sort(([a], [b]) => a - b));
}
