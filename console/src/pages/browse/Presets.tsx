import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Model } from '../../api/models.ts';
import { applyFacets, type FacetSearch } from '../../parts/filters/facets.ts';
import { ownValue } from '../../parts/own-value.ts';
import classes from './browse.module.css';
import type { View } from './browse-search.ts';

interface Preset {
  readonly label: string;
  readonly search: FacetSearch;
}

/** Common combinations of filters, by category. */
const presets: Readonly<Record<string, readonly Preset[]>> = {
  image_generation: [
    {
      label: 'SDXL, under 7 GiB, SFW',
      search: { baseline: ['stable_diffusion_xl'], max: 7, nsfw: 'no' },
    },
    { label: 'Anime, SFW', search: { style: ['anime'], nsfw: 'no' } },
    { label: 'Realistic, SFW', search: { style: ['realistic'], nsfw: 'no' } },
  ],
  text_generation: [
    { label: 'Up to 8B', search: { max: 8 } },
    { label: '9B to 24B', search: { min: 9, max: 24 } },
    { label: '70B and more', search: { min: 70 } },
  ],
};

/** Links to the list with the filters of a preset. Omits presets without matches. */
export function Presets(props: {
  category: string;
  models: readonly Model[];
  /** The view of the list, which the links preserve. */
  view: View | undefined;
}) {
  const { category, models, view } = props;
  const matchingPresets = useMemo(
    () =>
      (ownValue(presets, category) ?? []).filter(
        ({ search }) => applyFacets(models, search).listed.length > 0,
      ),
    [category, models],
  );
  return matchingPresets.map(({ label, search }) => (
    <Link
      key={label}
      to="/browse/$category"
      params={{ category }}
      search={{ ...search, ...(view && { view }) }}
      activeOptions={{ exact: true, includeSearch: true }}
      className={classes.preset}
    >
      {label}
    </Link>
  ));
}
