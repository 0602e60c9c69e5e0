import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeployment } from '../../api/deployment.ts';
import { useReferenceCategories } from '../../api/models.ts';
import { useCaller } from '../../api/roles.ts';
import { categoryLabel, recordNoun } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { NoSuchCategory } from '../../parts/NoSuchCategory.tsx';
import { PageTabs } from '../../parts/PageTabs.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { ErrorState, LoadingState } from '../../parts/QueryState.tsx';

/** The page with a list of records that describe models, such as baselines. */
export function ReferencePage({
  category,
  about,
  children,
}: {
  category: string;
  about: string;
  children: ReactNode;
}) {
  usePageTitle(categoryLabel(category));
  const reference = useReferenceCategories();
  const { isRequestor } = useCaller();
  const { canPropose } = useDeployment();
  if (reference.isPending) return <LoadingState />;
  if (reference.error && !reference.data)
    return <ErrorState error={reference.error} retry={reference.refetch} />;
  const categories = reference.data ?? [];
  if (!categories.includes(category)) return <NoSuchCategory category={category} allAt="/" />;
  return (
    <>
      <Breadcrumbs>
        <Anchor component={Link} to="/" size="sm">
          Models
        </Anchor>
        <Text size="sm">{categoryLabel(category)}</Text>
      </Breadcrumbs>
      <div className={layout.tools}>
        <Title order={1}>{categoryLabel(category)}</Title>
        {isRequestor && canPropose && (
          <Button
            component={Link}
            to={`/propose/${category}`}
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
          >
            Propose a {recordNoun(category)}
          </Button>
        )}
      </div>
      {categories.length > 1 && (
        <PageTabs
          label="What models are described by"
          tabs={categories.map((each) => ({ to: `/browse/${each}`, label: categoryLabel(each) }))}
        />
      )}
      <Text size="sm" c="dimmed" maw="72ch">
        {about}
      </Text>
      {children}
    </>
  );
}
