import type { Model } from '../../api/models.ts';
import { listBackendNames } from './filter-models.ts';

/**
 * A row of the browse table: a model under its own or a backend name, a group of models, or a family of
 * groups.
 */
export type BrowseRow =
  | { readonly kind: 'model'; readonly id: string; readonly name: string; readonly model: Model }
  | {
      readonly kind: 'group' | 'family';
      readonly id: string;
      readonly name: string;
      readonly children: readonly BrowseRow[];
    };

export function modelRows(models: readonly Model[], withVariants: boolean): BrowseRow[] {
  return models.flatMap((model) =>
    (withVariants ? listBackendNames(model.name) : [model.name]).map((name) => ({
      kind: 'model' as const,
      // Models of different authors can share a backend name.
      id: name === model.name ? name : `${model.name} as ${name}`,
      name,
      model,
    })),
  );
}

export function modelsOf(row: BrowseRow): Model[] {
  return row.kind === 'model' ? [row.model] : row.children.flatMap(modelsOf);
}

/**
 * Returns the rows of the grouped table: one per family, and one per group without a family. The child rows
 * of a family are its groups, those of a group its models. Families and groups are in the order of their
 * first models.
 */
export function groupRows(
  models: readonly Model[],
  familyOf: ReadonlyMap<string, string>,
  withVariants: boolean,
): BrowseRow[] {
  const groups = Map.groupBy(models, ({ record, name }) => record.text_model_group || name);
  const top: BrowseRow[] = [];
  const families = new Map<string, BrowseRow[]>();
  for (const [name, members] of groups) {
    const row: BrowseRow = {
      kind: 'group',
      id: `group:${name}`,
      name,
      children: modelRows(members, withVariants),
    };
    const family = familyOf.get(name);
    if (family === undefined) {
      top.push(row);
      continue;
    }
    const siblings = families.get(family);
    if (siblings) {
      siblings.push(row);
    } else {
      const children = [row];
      families.set(family, children);
      top.push({ kind: 'family', id: `family:${family}`, name: family, children });
    }
  }
  return top;
}

/** Returns the ids of all expandable rows (families and groups) at any depth. */
export function openableIds(rows: readonly BrowseRow[]): string[] {
  return rows.flatMap((row) => (row.kind === 'model' ? [] : [row.id, ...openableIds(row.children)]));
}
