import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far outside of the window a chart is rendered already. */
const margin = '200px';

/** Renderings of charts that have scrolled into view, in order. */
const waiting: (() => void)[] = [];

function renderNext(): void {
  setTimeout(() => {
    const render = waiting.shift();
    // Before the rendering, so that a chart that fails does not keep the others from being rendered.
    if (waiting.length > 0) renderNext();
    if (render) flushSync(render);
  });
}

/**
 * Renders a chart once it is in view, in a task of its own: the page responds between two charts. Takes up
 * `height` pixels until then.
 */
export function ChartInTurn({ height, children }: { height: number; children: ReactNode }) {
  const [isRendered, setRendered] = useState(false);
  const { ref, entry } = useIntersection({ rootMargin: margin });
  const isInView = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (!isInView) return;
    waiting.push(() => setRendered(true));
    if (waiting.length === 1) renderNext();
  }, [isInView]);
  return isRendered ? children : <div ref={ref} style={{ height }} />;
}
