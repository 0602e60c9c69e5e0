import { lazy, Suspense } from 'react';
import { ShownText } from './ShownText.tsx';

const CommonMark = lazy(async () => ({ default: (await import('./CommonMark.tsx')).CommonMark }));

/** User-written CommonMark. Shows the source until the parser is loaded. */
export function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null;
  return (
    <Suspense fallback={<ShownText text={text} lines />}>
      <CommonMark text={text} />
    </Suspense>
  );
}
