import type { Clock } from '../../kernel/clock.ts';
import { findCategory } from '../../records/categories/index.ts';
import { backendVariants } from '../../records/text-names/index.ts';
import type { Style } from './styles/read-styles.ts';

export interface StyleUsesOptions {
  /** Where the styles are from, as operators are shown it. */
  readonly source: string;
  /** Bounded in time and bytes. */
  readonly read: () => Promise<Style[]>;
  readonly clock: Clock;
}

/** How the copy of the styles is. */
export interface StylesStatus {
  readonly source: string;
  /** Number of styles that ask for a model. */
  readonly styles: number;
  /** Unix seconds of the copy; null: there is none yet. */
  readonly read_at: number | null;
  /** Why the latest try gave none; null: it did. */
  readonly problem: string | null;
}

/** Which models the horde's styles ask for, by the last copy of the styles that could be read. */
export interface StyleUses {
  /** Reads the styles anew. The last good copy stays when they cannot be read. */
  refresh(): Promise<void>;
  /**
   * Names of the styles that ask for a model, in the order of the file. None of a category whose models users
   * do not ask for by name; null: not known, there is no copy yet.
   */
  of(category: string, name: string): readonly string[] | null;
  status(): StylesStatus;
}

export function createStyleUses({ source, read, clock }: StyleUsesOptions): StyleUses {
  let byModel: ReadonlyMap<string, readonly string[]> | null = null;
  let status: StylesStatus = { source, styles: 0, read_at: null, problem: 'they are being read' };

  return {
    refresh: async () => {
      try {
        const styles = await read();
        byModel = indexOf(styles);
        status = { source, styles: styles.length, read_at: clock.now(), problem: null };
      } catch (error) {
        status = { ...status, problem: (error as Error).message };
        throw error;
      }
    },

    of: (category, name) => {
      const kind = findCategory(category)?.usage ?? null;
      if (kind === null) return [];
      if (byModel === null) return null;
      const names = kind === 'text' ? [name, ...backendVariants(name)] : [name];
      const found = names.flatMap((each) => byModel?.get(each.toLowerCase()) ?? []);
      return [...new Set(found)];
    },

    status: () => status,
  };
}

/** Names of styles by model in lower case: the horde does not tell letter case apart. */
function indexOf(styles: readonly Style[]): Map<string, string[]> {
  const byModel = new Map<string, string[]>();
  for (const { name, models } of styles) {
    for (const model of new Set(models.map((each) => each.toLowerCase()))) {
      const known = byModel.get(model);
      if (known) known.push(name);
      else byModel.set(model, [name]);
    }
  }
  return byModel;
}
