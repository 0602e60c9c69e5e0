import { Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Model, useFind } from '../../api/models.ts';
import { categoryLabel } from '../../parts/format.ts';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Section } from '../../parts/Section.tsx';
import classes from './browse.module.css';

const maxShownModels = 8;

/** The first models in an order, with pictures. Keeps its height while they load, and if loading fails. */
export function ModelStrip({ title, order }: { title: string; order: 'newest' | 'usage' }) {
  const { data, error } = useFind({ order }, maxShownModels);
  return (
    <Section
      title={title}
      aside={
        <Link to="/search" search={{ order }}>
          See all
        </Link>
      }
    >
      <ul className={classes.strip}>
        {data?.results.map((found) => (
          <li key={`${found.category}/${found.name}`} className={classes.tile}>
            <div className={classes.tilePicture}>
              <Picture model={found as Model} />
            </div>
            <ModelLink category={found.category} name={found.name} />
            <span className={classes.tileText}>{found.record.baseline || categoryLabel(found.category)}</span>
          </li>
        ))}
        {!data && !error && <Skeleton height="100%" />}
        {error && (
          <Text size="sm" c="dimmed">
            {order === 'usage' ? 'How often models are used is not known at the moment.' : error.message}
          </Text>
        )}
      </ul>
    </Section>
  );
}
