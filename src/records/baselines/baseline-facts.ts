/** Facts about a baseline: its catalogue entry, and how files and hosts identify it. */
export interface BaselineFacts {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly family?: string;
  readonly native_resolution?: number;
  readonly since?: string;
  /** Other spellings accepted in writes. Records are stored with `name`. */
  readonly spellings?: readonly string[];
  /** The spelling in v1 and the legacy files. Default: `name`. */
  readonly legacy_spelling?: string;
  /** The names used by Civitai (`baseModel`), the preferred one first. */
  readonly civitai_names?: readonly string[];
  /**
   * Substrings of repository names. A Hugging Face repository whose name contains one of them has a base
   * model of this baseline.
   */
  readonly hub_names?: readonly string[];
  readonly hub_tags?: readonly string[];
  /** Values of `unet/config.json`, e.g. `cross_attention_dim=768`; several are separated by blanks. */
  readonly unet_configs?: readonly string[];
  /** Values of `modelspec.architecture` in safetensors files, up to the first slash. */
  readonly modelspec_architectures?: readonly string[];
  /** Values of `ss_base_model_version` in safetensors files; `*` matches any text. */
  readonly kohya_versions?: readonly string[];
  /** Values of `general.architecture` in GGUF files. */
  readonly gguf_architectures?: readonly string[];
  readonly fingerprints?: readonly string[];
  readonly lora_fingerprints?: readonly string[];
  readonly storages?: readonly string[];
  /** Substrings of model names that distinguish the baseline from others with the same tensors. */
  readonly name_hints?: readonly string[];
  readonly notes?: string;
}

/** The fields of a published image baseline on which model records depend. */
export interface PublishedBaseline {
  readonly name: string;
  readonly display_name: string | null;
  readonly native_resolution: number | null;
  readonly alternative_names: readonly string[];
}

/**
 * Returns the facts of the published baselines of image models. The facts come from the catalogue. If a
 * built-in baseline has the same name, its identification facts are added. Baselines that match
 * a built-in one come first, in the built-in order; the others follow, sorted by name.
 */
export function createBaselineFacts(
  publishedBaselines: readonly PublishedBaseline[],
  builtIn: readonly BaselineFacts[],
): BaselineFacts[] {
  const publishedByName = new Map(publishedBaselines.map((each) => [each.name, each]));
  const builtInFacts = builtIn.flatMap((facts) => {
    const publishedBaseline = publishedByName.get(facts.name);
    publishedByName.delete(facts.name);
    return publishedBaseline ? [joinFacts(publishedBaseline, facts)] : [];
  });
  const otherBaselines = [...publishedByName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...builtInFacts, ...otherBaselines.map((own) => joinFacts(own, null))];
}

function joinFacts(published: PublishedBaseline, facts: BaselineFacts | null): BaselineFacts {
  const { name, display_name, native_resolution, alternative_names } = published;
  const { native_resolution: _, spellings: builtInSpellings = [], ...recognition } = facts ?? {};
  const spellings = [...new Set([...builtInSpellings, ...alternative_names])].filter(
    (spelling) => spelling !== name,
  );
  return {
    category: 'image_generation',
    ...recognition,
    name,
    title: display_name ?? facts?.title ?? name,
    ...(native_resolution !== null && { native_resolution }),
    ...(spellings.length > 0 && { spellings }),
  };
}
