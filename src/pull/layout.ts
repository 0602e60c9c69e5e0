/** How files are laid out: `category` has a folder for each category, `horde` those that the horde's tools use. */
export type Layout = (typeof layouts)[number];
export const layouts = ['category', 'horde'] as const;

/** Where they have another name than the category. */
const hordeFolders: Readonly<Record<string, string>> = { image_generation: 'compvis' };

export function folderOf(layout: Layout, category: string): string {
  return layout === 'horde' ? (hordeFolders[category] ?? category) : category;
}
