/** A few numbers of `/metrics`, of all workers behind the port. */
export interface MetricsGlance {
  readonly workers: number;
  /** Unix seconds, the mean of the processes. */
  readonly started_at: number | null;
  readonly resident_memory_bytes: number;
  /** By status class, `2xx`. */
  readonly requests: Readonly<Record<string, number>>;
  /** Mean of the answers that are computed, in seconds; null before there was any. */
  readonly mean_answer_seconds: number | null;
  readonly feed_streams: number;
}

interface Sample {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;

function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
}

/** @param text the format of Prometheus */
export function glanceOf(text: string): MetricsGlance {
  const samples = samplesOf(text);
  const of = (name: string) => samples.filter((sample) => sample.name === `modelref_${name}`);
  const sum = (name: string) => of(name).reduce((total, { value }) => total + value, 0);
  const requests: Record<string, number> = {};
  for (const { labels, value } of of('http_requests_total')) {
    const status = /status="(\dxx)"/.exec(labels)?.[1] ?? 'other';
    requests[status] = (requests[status] ?? 0) + value;
  }
  const workers = sum('workers');
  const answered = sum('http_request_duration_seconds_count');
  const started = sum('process_start_time_seconds');
  return {
    workers,
    // Numbers of several workers are added up, this one too.
    started_at: workers > 0 && started > 0 ? Math.round(started / workers) : null,
    resident_memory_bytes: sum('process_resident_memory_bytes'),
    requests,
    mean_answer_seconds: answered > 0 ? sum('http_request_duration_seconds_sum') / answered : null,
    feed_streams: sum('feed_streams'),
  };
}
