import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Distance from the visible part of the page at which a chart is rendered, as a CSS length. */
const preloadMargin = '200px';

/** Functions that render the charts that have come into view, in that order. */
const pendingRenders: (() => void)[] = [];

function renderNext(): void {
  setTimeout(() => {
    const render = pendingRenders.shift();
    // Before the rendering, so that a chart that fails does not keep the others from being rendered.
    if (pendingRenders.length > 0) renderNext();
    if (render) flushSync(render);
  });
}

/**
 * Renders a chart when it comes into view; until then, shows an empty element of `height` pixels. Renders only
 * one chart per task, so that the page can respond to the user between two charts.
 */
export function ChartInTurn({ height, children }: { height: number; children: ReactNode }) {
  const [isRendered, setRendered] = useState(false);
  const { ref, entry } = useIntersection({ rootMargin: preloadMargin });
  const isInView = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (!isInView) return;
    pendingRenders.push(() => setRendered(true));
    if (pendingRenders.length === 1) renderNext();
  }, [isInView]);
  return isRendered ? children : <div ref={ref} style={{ height }} />;
}
