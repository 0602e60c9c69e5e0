import type { UsageKind } from '../../../outside/usage-source.ts';
import {
  backendVariants,
  stripAuthor,
  stripBackendPrefix,
  stripTrailingQuants,
} from '../../../records/text-names/index.ts';

/** One way in which an upstream name can mean a model: some key of the model equals the key of the name. */
interface Reading {
  readonly ofModel: (name: string) => readonly string[];
  readonly ofUpstream: (name: string) => string;
}

const lower = (name: string): string => name.toLowerCase();
const withoutBackend = (name: string): string => stripTrailingQuants(stripBackendPrefix(lower(name)));
const bare = (name: string): string => withoutBackend(name).replace(/^.*\//s, '');

const exact: readonly Reading[] = [
  { ofModel: (name) => [name], ofUpstream: (name) => name },
  { ofModel: (name) => [lower(name)], ofUpstream: lower },
];

/** From the most specific on. */
const readings: Readonly<Record<UsageKind, readonly Reading[]>> = {
  image: exact,
  text: [
    ...exact,
    // Served by a backend under its prefix.
    { ofModel: (name) => backendVariants(name).map(lower), ofUpstream: lower },
    // A quantisation of it.
    { ofModel: (name) => [lower(name)], ofUpstream: withoutBackend },
    // The same without the author, whom koboldcpp leaves out and a quantiser replaces.
    { ofModel: (name) => [lower(stripAuthor(name))], ofUpstream: bare },
    // Another quantisation of the same model as this one.
    { ofModel: (name) => [bare(name)], ofUpstream: bare },
  ],
};

/** Finds the one model that an upstream name is counted for. */
export class UpstreamNames {
  readonly #readings: {
    readonly ofUpstream: Reading['ofUpstream'];
    readonly positions: Map<string, number>;
  }[];
  /** Each name comes once for each period. */
  readonly #known = new Map<string, number | null>();

  /**
   * @param names of the models, in stored order: of models that a name fits equally well, the first one gets
   * it
   */
  constructor(kind: UsageKind, names: readonly string[]) {
    this.#readings = readings[kind].map(({ ofModel, ofUpstream }) => {
      const positions = new Map<string, number>();
      for (const [position, name] of names.entries()) {
        for (const key of ofModel(name)) if (!positions.has(key)) positions.set(key, position);
      }
      return { ofUpstream, positions };
    });
  }

  /** The position of the most specific model that the name means, or null. */
  positionOf(upstream: string): number | null {
    let position = this.#known.get(upstream);
    if (position === undefined) {
      position = this.#read(upstream);
      this.#known.set(upstream, position);
    }
    return position;
  }

  #read(upstream: string): number | null {
    for (const { ofUpstream, positions } of this.#readings) {
      const position = positions.get(ofUpstream(upstream));
      if (position !== undefined) return position;
    }
    return null;
  }
}
