/** A few numbers of `/metrics`. */
export interface MetricsGlance {
  /** Whose numbers these are. Clients know services of several processes. */
  readonly workers: 1;
  /** Unix seconds. */
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
  const answered = sum('http_request_duration_seconds_count');
  const started = sum('process_start_time_seconds');
  return {
    workers: 1,
    started_at: started > 0 ? Math.round(started) : null,
    resident_memory_bytes: sum('process_resident_memory_bytes'),
    requests,
    mean_answer_seconds: answered > 0 ? sum('http_request_duration_seconds_sum') / answered : null,
    feed_streams: sum('feed_streams'),
  };
}
