/** How files are laid out: `category` has a folder for each category, `horde` those that the horde's tools use. */
export type Layout = (typeof layouts)[number];
export const layouts = ['category', 'horde'] as const;

/**
 * Where they have another name than the category. From memory: nothing that this was built from says where
 * those tools look, and it was not tried with a worker.
 */
const hordeFolders: Readonly<Record<string, string>> = { image_generation: 'compvis' };

/** In which folder the files of a category lie. @param chosen by category: goes before the layout */
export function foldersOf(
  layout: Layout,
  chosen: ReadonlyMap<string, string> = new Map(),
): (category: string) => string {
  const named = layout === 'horde' ? hordeFolders : {};
  return (category) => chosen.get(category) ?? named[category] ?? category;
}
