import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Baseline, baselineChangesOf } from '../../api/baseline-change-sets.ts';
import {
  useBaselineHistory,
  useBaselines,
  useBaselineUse,
  useOpenBaselineChanges,
} from '../../api/baselines.ts';
import { useDeployment } from '../../api/deployment.ts';
import { useCategory } from '../../api/models.ts';
import { useCaller } from '../../api/roles.ts';
import {
  formatNativeSize,
  formatPolicyValue,
  policyHelp,
  policyKeys,
  policyLabel,
} from '../../parts/baseline-words.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { EntryHistory } from '../../parts/EntryHistory.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { plural } from '../../parts/format.ts';
import { shownText } from '../../parts/hidden-characters.ts';
import { Icon } from '../../parts/Icon.tsx';
import layout from '../../parts/layout.module.css';
import { ModelLink } from '../../parts/ModelLink.tsx';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, LoadingState, QueryState } from '../../parts/QueryState.tsx';
import { RevisionFact } from '../../parts/RevisionFact.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WaitingChangeSets } from '../../parts/WaitingChangeSets.tsx';
import { stringifySearch } from '../../search-params.ts';
import classes from './baselines.module.css';
import { CapabilityList } from './Capabilities.tsx';

const route = getRouteApi('/baselines/baseline');

export function BaselinePage() {
  const { name } = route.useSearch();
  const query = useBaselines();
  const history = useBaselineHistory(name);
  const isLoading = useCategory('image_generation').isPending;
  usePageTitle(shownText(name));
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/baselines" size="sm">
          Image baselines
        </Anchor>
      </Breadcrumbs>
      <div className={layout.tools}>
        <Title order={1} className={layout.shrinks}>
          {name === '' ? 'No name' : <ShownText text={name} />}
        </Title>
        <CopyButton value={name} label="Copy the name" />
        <Actions name={name} isLive={query.data?.some((each) => each.name === name) ?? true} />
      </div>
      <QueryState query={query} isWaiting={isLoading}>
        {(baselines) => {
          const baseline = baselines.find((each) => each.name === name);
          return baseline === undefined ? (
            <EmptyState title="No baseline has this name.">
              It may have been deleted. A proposed baseline is not live until its change set is applied.
            </EmptyState>
          ) : (
            <Details baseline={baseline} />
          );
        }}
      </QueryState>
      {!query.isPending && !isLoading && (
        <>
          <OpenChanges name={name} />
          <EntryHistory query={history} />
        </>
      )}
    </>
  );
}

/** Links to the forms that edit or delete the baseline. */
function Actions({ name, isLive }: { name: string; isLive: boolean }) {
  const { isRequestor } = useCaller();
  const { canReview } = useDeployment();
  if (!isRequestor || !canReview || !isLive) return null;
  return (
    <>
      <Button
        component={Link}
        to={`/baselines/propose${stringifySearch({ name })}`}
        variant="default"
        size="xs"
        leftSection={<Icon name="edit" size={14} />}
      >
        Propose an edit
      </Button>
      <Button
        component={Link}
        to={`/baselines/propose${stringifySearch({ name, remove: true })}`}
        variant="default"
        size="xs"
        leftSection={<Icon name="trash" size={14} />}
      >
        Propose deletion
      </Button>
    </>
  );
}

function Details({ baseline }: { baseline: Baseline }) {
  const { name, display_name, native_resolution, alternative_names, horde_policy, metadata } = baseline;
  return (
    <>
      {display_name !== null && (
        <Text fw={500}>
          <ShownText text={display_name} />
        </Text>
      )}
      <div className={classes.columns}>
        <Section title="Architecture">
          <Facts>
            <Fact name="Native size">{formatNativeSize(native_resolution)}</Fact>
            <Fact name="Alternative names">
              {alternative_names.length === 0 ? (
                <span className={layout.dim}>none</span>
              ) : (
                <span className={layout.line}>
                  {alternative_names.map((each) => (
                    <Tag key={each}>
                      <ShownText text={each} />
                    </Tag>
                  ))}
                </span>
              )}
            </Fact>
            <Fact name="Capabilities">
              <CapabilityList capabilities={baseline.capabilities} />
            </Fact>
            <RevisionFact metadata={metadata} />
          </Facts>
        </Section>
        <Section title="Prices and limits">
          <Facts>
            {policyKeys.map((key) => (
              <Fact key={key} name={<span title={policyHelp[key]}>{policyLabel(key)}</span>}>
                {formatPolicyValue(key, horde_policy[key])}
              </Fact>
            ))}
          </Facts>
        </Section>
        <Models name={name} />
      </div>
    </>
  );
}

/** Largest number of models on this page; the browse page lists all. */
const maxShownModels = 10;

function Models({ name }: { name: string }) {
  const { usesOf, usageError } = useBaselineUse();
  const baselineUse = usesOf?.(name);
  return (
    <Section title="Models">
      {baselineUse === undefined ? (
        <LoadingState lines={2} />
      ) : baselineUse.models.length === 0 ? (
        <Text size="sm" c="dimmed">
          No image model uses it.
        </Text>
      ) : (
        <>
          <Text size="sm">
            <Link
              to="/browse/$category"
              params={{ category: 'image_generation' }}
              search={{ baseline: [name] }}
              className={layout.link}
            >
              {plural(baselineUse.models.length, 'model')}
            </Link>
            {baselineUse.monthlyUses !== undefined && `, ${plural(baselineUse.monthlyUses, 'use')} a month`}
          </Text>
          <ul className={layout.bullets}>
            {baselineUse.models.slice(0, maxShownModels).map((model) => (
              <li key={model.name}>
                <ModelLink category="image_generation" name={model.name} />
              </li>
            ))}
            {baselineUse.models.length > maxShownModels && (
              <li>and {plural(baselineUse.models.length - maxShownModels, 'other')}</li>
            )}
          </ul>
          {usageError && (
            <Text size="xs" c="dimmed" mt="xs">
              Usage is currently unavailable: {usageError.message}
            </Text>
          )}
        </>
      )}
    </Section>
  );
}

/** The pending and approved change sets that affect the baseline, as far as the caller may see them. */
function OpenChanges({ name }: { name: string }) {
  const openChanges = useOpenBaselineChanges().filter((change) =>
    baselineChangesOf(change).some((each) => each.name === name),
  );
  return <WaitingChangeSets changes={openChanges} />;
}
