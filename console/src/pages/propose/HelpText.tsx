/** A field's help text. Text in backticks is shown as code. */
export function HelpText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which have no name
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
