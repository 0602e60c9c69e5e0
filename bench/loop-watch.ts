/**
 * Measures, within the service, how long its event loop was kept busy at a time, and how long garbage
 * collections stopped it. The service loads this module before anything else. The message `start` begins a
 * measurement; this module answers the message `report` with a `LoopReport`.
 */
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** The delays of the event loop and the pauses for garbage collection during a measurement, in milliseconds. */
export interface LoopReport {
  readonly delayP50: number;
  readonly delayP99: number;
  readonly delayMax: number;
  readonly collections: number;
  readonly collectionMax: number;
}

const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
let collections: number[] = [];
const keep = (observer: { getEntries(): readonly { duration: number }[] }) => {
  for (const { duration } of observer.getEntries()) collections.push(duration);
};
const observer = new PerformanceObserver(keep);
observer.observe({ entryTypes: ['gc'] });

process.on('message', (message) => {
  if (message === 'start') {
    delay.reset();
    delay.enable();
    collections = [];
    return;
  }
  delay.disable();
  // A delay is measured from one tick of the clock to the next.
  const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const report: LoopReport = {
    delayP50: milliseconds(delay.percentile(50)),
    delayP99: milliseconds(delay.percentile(99)),
    delayMax: milliseconds(delay.max),
    collections: collections.length,
    collectionMax: Math.max(0, ...collections),
  };
  process.send?.(report);
});
// An open channel would keep the service from stopping.
process.channel?.unref();
