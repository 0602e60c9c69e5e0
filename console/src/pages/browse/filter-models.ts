import type { Model } from '../../api/models.ts';
import { hostsOf, modelSize, sizeUnit } from '../../parts/model-facts.ts';
import type { BrowseSearch } from './browse-search.ts';

type Test = (model: Model) => boolean;

/** The name of a text model, and its names at the backends that serve it. */
export function backendNames(name: string): string[] {
  const withoutAuthor = name.includes('/') ? name.slice(name.indexOf('/') + 1) : name;
  return [...new Set([name, `aphrodite/${name}`, `koboldcpp/${withoutAuthor}`])];
}

/** Returns a test for each filter that is set. A model is listed when it passes all tests. */
function testsOf(search: BrowseSearch, category: string, found: ReadonlyMap<string, number>): Test[] {
  const tests: Test[] = [];
  const { q, baseline, style, tag, match, without, nsfw, min, max, host, group } = search;
  if (q) {
    const part = q.toLowerCase();
    tests.push(({ name }) => found.has(name) || name.toLowerCase().includes(part));
  }
  if (baseline) tests.push(({ record }) => baseline.includes(record.baseline ?? ''));
  if (style) tests.push(({ record }) => style.includes(record.style ?? record.controlnet_style ?? ''));
  if (host) tests.push((model) => hostsOf(model).some((one) => host.includes(one)));
  if (group) tests.push(({ record }) => group.includes(record.text_model_group ?? ''));
  if (tag) {
    const has = (model: Model) => (one: string) => model.record.tags?.includes(one) ?? false;
    tests.push((model) => (match === 'all' ? tag.every(has(model)) : tag.some(has(model))));
  }
  if (without) tests.push(({ record }) => !record.tags?.some((one) => without.includes(one)));
  if (nsfw) tests.push(({ record }) => (record.nsfw ?? false) === (nsfw === 'yes'));
  if (min !== undefined || max !== undefined) {
    const unit = sizeUnit(category).factor;
    const low = (min ?? Number.NEGATIVE_INFINITY) * unit;
    const high = (max ?? Number.POSITIVE_INFINITY) * unit;
    tests.push((model) => {
      const size = modelSize(model);
      return size !== undefined && size >= low && size <= high;
    });
  }
  return tests;
}

/**
 * Returns the models that pass all filters, in the given order. When the search has words, the models that the
 * registry finds come first, the best match on top.
 *
 * @param found the names of the models that the registry finds by the words, each with its rank
 */
export function filterModels(
  models: readonly Model[],
  search: BrowseSearch,
  category: string,
  found: ReadonlyMap<string, number> = new Map(),
): readonly Model[] {
  const tests = testsOf(search, category, found);
  if (tests.length === 0) return models;
  const listed = models.filter((model) => tests.every((test) => test(model)));
  if (!search.q) return listed;
  const place = ({ name }: Model) => found.get(name) ?? found.size;
  return listed.sort((a, b) => place(a) - place(b));
}
