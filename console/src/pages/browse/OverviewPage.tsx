import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { type CategoryOverview, useCategoryNames, useCategoryOverviews } from '../../api/models.ts';
import { useRequests } from '../../api/requests.ts';
import { useTrends } from '../../api/statistics.ts';
import type { TrendOfDay } from '../../api/types.ts';
import { categoryLabel, formatAge, formatCount, plural } from '../../parts/format.ts';
import { ownValue } from '../../parts/own-value.ts';
import { usePageTitle } from '../../parts/page.ts';
import { LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { RequestList } from '../wanted/RequestList.tsx';
import classes from './browse.module.css';
import { HowChangesGoLive } from './HowChangesGoLive.tsx';
import { ModelStrip } from './ModelStrip.tsx';
import { Welcome } from './Welcome.tsx';

/** The purpose of each category, for users who do not know its name. */
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
      <ModelStrip title="Most used models" order="usage" />
      <ModelStrip title="Newest models" order="newest" />
      <QueryState query={names}>{(categories) => <Categories categories={categories} />}</QueryState>
    </>
  );
}

function Categories({ categories }: { categories: readonly string[] }) {
  const overviews = useCategoryOverviews(categories);
  const weekTrends = useTrends(7);
  const total = overviews.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const isComplete = overviews.every(({ count }) => count !== undefined);
  const filledCategories = overviews.filter(({ count }) => count !== 0);
  const emptyCategories = overviews.filter(({ count }) => count === 0);
  // Waits until everything is loaded. Otherwise the layout would shift when empty categories leave the grid
  // or the line above it grows.
  if (!isComplete || weekTrends.isLoading) return <LoadingState lines={6} />;
  return (
    <>
      <Text c="dimmed" role="status">
        {`${plural(total, 'model')} in ${formatCount(filledCategories.length)} of ${plural(categories.length, 'category', 'categories')}`}
        {weekTrends.data && describeWeek(weekTrends.data.days)}
      </Text>
      <Grid overviews={filledCategories} />
      {emptyCategories.length > 0 && (
        <Text size="sm" c="dimmed">
          Without models:{' '}
          {emptyCategories.map(({ category }, index) => (
            <Fragment key={category}>
              {index > 0 && ', '}
              <Link to="/browse/$category" params={{ category }}>
                {categoryLabel(category)}
              </Link>
            </Fragment>
          ))}
        </Text>
      )}
      <HowChangesGoLive />
      <MostWanted />
    </>
  );
}

function describeWeek(days: readonly TrendOfDay[]): string {
  const sumDays = (key: 'added' | 'rejected') => days.reduce((total, day) => total + day[key], 0);
  const phrases = (
    [
      ['added', sumDays('added')],
      ['rejected', sumDays('rejected')],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${formatCount(count)} ${what}`);
  return phrases.length > 0 ? `. This week: ${phrases.join(', ')}` : '';
}

/** The requests with the most support; hidden if there are none. */
function MostWanted() {
  const { data } = useRequests({ sort: 'wanted', state: ['open'], hidden: false });
  const requests = data?.pages[0]?.items.slice(0, 3) ?? [];
  if (requests.length === 0) return null;
  return (
    <Section title="Most wanted" aside={<Link to="/wanted">See all</Link>}>
      <RequestList requests={requests} label="Most wanted models" />
    </Section>
  );
}

function Grid({ overviews }: { overviews: readonly CategoryOverview[] }) {
  return (
    <ul className={classes.grid}>
      {overviews.map(({ category, count, lastUpdated }) => {
        return (
          <li key={category}>
            <Link to="/browse/$category" params={{ category }} className={classes.category}>
              <span className={classes.categoryName}>{categoryLabel(category)}</span>
              <span className={classes.count}>{formatCount(count ?? 0)}</span>
              <span className={classes.purpose}>{ownValue(purposes, category) ?? category}</span>
              <span className={classes.updated}>{lastUpdated && `changed ${formatAge(lastUpdated)}`}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
