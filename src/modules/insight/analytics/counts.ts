import { groupOfName } from '../../../records/text-names/index.ts';
import { type CountedFacts, countedFacts } from './counted-facts.ts';
import { Tally } from './distribution.ts';
import type { Model } from './model.ts';

/** Counts over some records. Merged in stored order, those of all parts of a category are the category's. */
export class Counts {
  models = 0;
  nsfw = 0;
  trigger = 0;
  inpainting = 0;
  requirements = 0;
  showcases = 0;
  withDownloads = 0;
  downloads = 0;
  sizes = 0;
  size = 0;
  readonly parameters: number[] = [];
  readonly baselines = new Tally();
  readonly tags = new Tally();
  readonly styles = new Tally();
  readonly hosts = new Tally();

  /** @param files whose downloads count; those of the record itself, unless it stands for others */
  add(facts: CountedFacts, files: Pick<CountedFacts, 'downloads' | 'hosts'> = facts): void {
    this.models += 1;
    this.nsfw += Number(facts.nsfw);
    this.trigger += Number(facts.trigger);
    this.inpainting += Number(facts.inpainting);
    this.requirements += Number(facts.requirements);
    this.showcases += Number(facts.showcases);
    if (facts.parameters !== null) this.parameters.push(facts.parameters);
    if (facts.baseline !== null) this.baselines.add(facts.baseline);
    for (const tag of facts.tags) this.tags.add(tag);
    if (facts.style !== null) this.styles.add(facts.style);
    this.withDownloads += Number(files.downloads > 0);
    this.downloads += files.downloads;
    for (const host of files.hosts) this.hosts.add(host);
    if (facts.size === null) return;
    this.sizes += 1;
    this.size += facts.size;
  }

  merge(others: Counts): void {
    for (const number of numbers) this[number] += others[number];
    for (const count of others.parameters) this.parameters.push(count);
    for (const tally of tallies) this[tally].merge(others[tally]);
  }
}

const numbers = [
  'models',
  'nsfw',
  'trigger',
  'inpainting',
  'requirements',
  'showcases',
  'withDownloads',
  'downloads',
  'sizes',
  'size',
] as const;
const tallies = ['baselines', 'tags', 'styles', 'hosts'] as const;

/** Counts some records of a category, in stored order. */
export function countModels(models: Iterable<Model>): Counts {
  const counts = new Counts();
  for (const { record } of models) counts.add(countedFacts(record));
  return counts;
}

/** The groups of some text models, each by its first member, in stored order. */
export type CountedGroups = ReadonlyMap<string, CountedGroup>;

interface CountedGroup {
  /** What is counted of the first member: it stands for the group. */
  readonly first: CountedFacts;
  /** Of all members. */
  readonly downloads: number;
  readonly hosts: readonly string[];
}

export function groupsOf(models: Iterable<Model>): CountedGroups {
  const groups = new Map<string, CountedGroup>();
  for (const { name, record } of models) {
    const facts = countedFacts(record);
    addGroup(groups, groupOfName(name), { first: facts, downloads: facts.downloads, hosts: facts.hosts });
  }
  return groups;
}

/** Counts the groups of a category, given those of its parts in stored order. */
export function countGroups(parts: Iterable<CountedGroups>): Counts {
  const groups = new Map<string, CountedGroup>();
  for (const part of parts) for (const [name, group] of part) addGroup(groups, name, group);
  const counts = new Counts();
  for (const { first, ...files } of groups.values()) counts.add(first, files);
  return counts;
}

function addGroup(groups: Map<string, CountedGroup>, name: string, more: CountedGroup): void {
  const known = groups.get(name);
  if (!known) groups.set(name, more);
  else {
    const { first, downloads, hosts } = known;
    groups.set(name, { first, downloads: downloads + more.downloads, hosts: hosts.concat(more.hosts) });
  }
}
