/** Matches the names of model weight files. */
export const weightsName = /\.(safetensors|sft|gguf|ckpt|pth?|bin|onnx)$/i;

const unloadablePattern = /\.(zip|rar|7z|tar|t?gz|tbz2?|bz2|xz|html?|php|exe|msi|dmg|apk|bat|sh)$/i;

/**
 * Returns the extension, in lower case with its dot, of a file that no worker loads: an archive, a web page
 * or a program. Null for any other name.
 */
export function findUnloadableEnding(name: string): string | null {
  return unloadablePattern.exec(name)?.[0].toLowerCase() ?? null;
}

/** The position of a file in a model that is split into several files whose names differ only in a number. */
export interface Shard {
  /** The name without its number: identical for all files of the set. */
  readonly set: string;
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** Parses names such as `model-00002-of-00004.safetensors`; null for any other name. */
export function parseShard(name: string): Shard | null {
  const [, stem, index, count, ending] = /^(.*[-_.])(\d{5})-of-(\d{5})(\.\w{1,20})$/s.exec(name) ?? [];
  const shard = { set: `${stem}of-${count}${ending}`, index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : null;
}

/** Files of one set: the shards in order, or a single file. */
export interface FileSet<File> {
  readonly files: readonly [File, ...File[]];
  /** The numbers of the missing shards, at most 20 of them. */
  readonly missingNumbers: readonly number[];
}

/**
 * Groups the shards of each set; every other file is a set of its own. Sets are in the order of their first
 * files.
 */
export function groupShards<File>(files: readonly File[], nameOf: (file: File) => string): FileSet<File>[] {
  const groups = Map.groupBy(files, (file) => parseShard(nameOf(file))?.set ?? file);
  return [...groups.values()].map((group) => {
    const fileByIndex = new Map(group.map((file) => [parseShard(nameOf(file))?.index ?? 0, file]));
    const sortedFiles = [...fileByIndex].sort(([a], [b]) => a - b).map(([, file]) => file);
    const missingIndexes: number[] = [];
    const count = parseShard(nameOf(group[0]!))?.count ?? 0;
    for (let index = 1; index <= count && missingIndexes.length < 20; index += 1)
      if (!fileByIndex.has(index)) missingIndexes.push(index);
    return { files: sortedFiles as [File, ...File[]], missingNumbers: missingIndexes };
  });
}
