import { Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CategoryOverview, useCategoryNames, useCategoryOverviews } from '../../api/models.ts';
import { categoryLabel, formatAge, formatCount, plural } from '../../parts/format.ts';
import { ownValue } from '../../parts/own-value.ts';
import { usePageTitle } from '../../parts/page.ts';
import { QueryState } from '../../parts/QueryState.tsx';
import classes from './browse.module.css';
import { HowChangesGoLive } from './HowChangesGoLive.tsx';
import { Welcome } from './Welcome.tsx';

/** The purpose of each category, for people who do not know its name. */
const purposes: Record<string, string> = {
  image_generation: 'Checkpoints that turn text into images',
  text_generation: 'Language models, in families and groups',
  clip: 'Image and text feature extractors',
  controlnet: 'Guidance for image generation',
  blip: 'Image captioning',
  esrgan: 'Upscalers',
  gfpgan: 'Face correction',
  codeformer: 'Face restoration',
  safety_checker: 'Checks of generated images',
  video_generation: 'Models that make video',
  audio_generation: 'Models that make sound',
  miscellaneous: 'Everything else a worker needs',
  lora: 'Low-rank adaptations',
  ti: 'Textual inversions',
};

export function OverviewPage() {
  usePageTitle('Models');
  const names = useCategoryNames();
  return (
    <>
      <Title order={1}>Models</Title>
      <Welcome />
      <QueryState query={names}>{(categories) => <Categories categories={categories} />}</QueryState>
      <HowChangesGoLive />
    </>
  );
}

function Categories({ categories }: { categories: readonly string[] }) {
  const overviews = useCategoryOverviews(categories);
  const total = overviews.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const filled = overviews.filter(({ count }) => count !== undefined && count > 0).length;
  const complete = overviews.every(({ count }) => count !== undefined);
  return (
    <>
      <Text c="dimmed" role="status">
        {complete
          ? `${plural(total, 'model')} in ${formatCount(filled)} of ${plural(categories.length, 'category', 'categories')}`
          : 'Counting…'}
      </Text>
      <Grid overviews={overviews} />
    </>
  );
}

function Grid({ overviews }: { overviews: readonly CategoryOverview[] }) {
  return (
    <ul className={classes.grid}>
      {overviews.map(({ category, count, lastUpdated }) => {
        return (
          <li key={category}>
            <Link
              to="/browse/$category"
              params={{ category }}
              className={classes.category}
              data-empty={count === 0 || undefined}
            >
              <span className={classes.categoryName}>{categoryLabel(category)}</span>
              <span className={classes.count}>
                {count === undefined ? <Skeleton height={22} width={40} /> : formatCount(count)}
              </span>
              <span className={classes.purpose}>{ownValue(purposes, category) ?? category}</span>
              <span className={classes.updated}>
                {count === 0 ? 'empty' : lastUpdated && `changed ${formatAge(lastUpdated)}`}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
