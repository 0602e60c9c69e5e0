import type { SourceModel } from '../../src/modules/transfer/reference-source.ts';
import type { UsageAnswers } from './usage-server.ts';

/** A number from 0 up to 1 that is derived from a text, the same in every run. */
function share(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash / 2 ** 32;
}

/**
 * Creates a usage service's answers about these models, in the proportions of a real horde: few models are
 * used very much, many hardly, some never. Some text models appear under the name that a backend gives them,
 * such as `koboldcpp/…`.
 */
export function generatedUsage(models: readonly SourceModel[]): UsageAnswers {
  const status: unknown[] = [];
  const workers: unknown[] = [];
  const stats = { day: {}, month: {}, total: {} } as Record<
    'day' | 'month' | 'total',
    Record<string, number>
  >;
  for (const { definition, name } of models) {
    const kind = definition.usage;
    const luck = share(name);
    if (kind === null || luck < 0.2) continue;
    const called = kind === 'text' && luck > 0.5 ? `koboldcpp/${name.slice(name.indexOf('/') + 1)}` : name;
    const month = Math.floor(10 ** (luck * 6) / 10);
    stats.day[called] = Math.floor(month / 31);
    stats.month[called] = month;
    stats.total[called] = month * 14;
    const count = Math.floor(luck ** 4 * 9);
    status.push({
      name: called,
      count,
      jobs: count,
      queued: count * 10,
      eta: 5,
      performance: 1.5,
      type: kind,
    });
    for (let index = 0; index < count; index++) {
      workers.push({
        id: `${called} ${index}`,
        name: `Worker ${index} of ${called}`,
        performance: '1.5 megapixelsteps per second',
        online: true,
        trusted: luck > 0.9,
        uptime: 90_000,
        models: [called],
        type: kind,
      });
    }
  }
  return { status, stats, workers };
}
