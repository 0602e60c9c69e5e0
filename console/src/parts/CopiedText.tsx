import { CopyButton } from './CopyButton.tsx';
import classes from './JsonView.module.css';
import { ShownText } from './ShownText.tsx';

/** A text with its line breaks, and a button that copies it. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes.box}>
      <div className={classes.copy}>
        <CopyButton value={text} label={`Copy ${label}`} />
      </div>
      <pre className={classes.text}>
        <ShownText text={text} lines />
      </pre>
    </div>
  );
}
