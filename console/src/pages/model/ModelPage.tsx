import { Anchor, Breadcrumbs, Button, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useBaselineNames } from '../../api/baselines.ts';
import { useDeployment } from '../../api/deployment.ts';
import { useModelFiles } from '../../api/files.ts';
import { type Model, useModel } from '../../api/models.ts';
import { useCaller } from '../../api/roles.ts';
import { useUsage } from '../../api/usage.ts';
import { BaselineLink } from '../../parts/BaselineLink.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { categoryLabel, formatBytes, formatParameters } from '../../parts/format.ts';
import { shownText } from '../../parts/hidden-characters.ts';
import { Icon } from '../../parts/Icon.tsx';
import { JsonView } from '../../parts/JsonView.tsx';
import { LifecycleTag } from '../../parts/LifecycleTag.tsx';
import layout from '../../parts/layout.module.css';
import { bytesOf } from '../../parts/model-facts.ts';
import { usePageTitle } from '../../parts/page.ts';
import { EmptyState, QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { BringBack } from './BringBack.tsx';
import { Downloads } from './Downloads.tsx';
import { Fields } from './Fields.tsx';
import { GroupAndFamily } from './GroupAndFamily.tsx';
import { Guidance } from './Guidance.tsx';
import { History } from './History.tsx';
import { Licence } from './Licence.tsx';
import { LifecycleNote } from './LifecycleNote.tsx';
import classes from './model.module.css';
import { OpenChanges } from './OpenChanges.tsx';
import { Showcases } from './Showcases.tsx';
import { Usage } from './Usage.tsx';

const route = getRouteApi('/model/$category');

export function ModelPage() {
  const { category } = route.useParams();
  const { name } = route.useSearch();
  const query = useModel(category, name);
  const files = useModelFiles(category, name);
  const usage = useUsage(category);
  usePageTitle(shownText(name));
  return (
    <>
      <Breadcrumbs className={layout.wrap}>
        <Anchor component={Link} to="/" size="sm">
          Models
        </Anchor>
        <Link to="/browse/$category" params={{ category }} className={layout.crumb}>
          {categoryLabel(category)}
        </Link>
      </Breadcrumbs>
      <QueryState query={query} isWaiting={files.isLoading || usage.isLoading}>
        {(model) =>
          model === null ? <MissingModel category={category} name={name} /> : <Details model={model} />
        }
      </QueryState>
    </>
  );
}

function MissingModel({ category, name }: { category: string; name: string }) {
  return (
    <>
      <Title order={1} className={layout.shrinks}>
        {name ? <ShownText text={name} /> : 'No model named'}
      </Title>
      <EmptyState title={`${categoryLabel(category)} has no model of this name.`}>
        It may have been deleted or renamed. A proposed model is not live until its change is applied.
      </EmptyState>
      <BringBack category={category} name={name} />
      <OpenChanges category={category} name={name} />
      <History category={category} name={name} />
    </>
  );
}

function Details({ model }: { model: Model }) {
  const { category, name, record } = model;
  const bytes = bytesOf(model);
  const baselines = useBaselineNames();
  return (
    <>
      <header className={classes.head}>
        <div className={classes.title}>
          <Title order={1} className={layout.shrinks}>
            <ShownText text={name} />
          </Title>
          <CopyButton value={name} label="Copy the name" />
        </div>
        <Actions model={model} />
        <div className={classes.facts}>
          <LifecycleTag record={record} />
          {record.baseline && (
            <Tag tone="accent">
              <BaselineLink name={record.baseline} known={baselines} />
            </Tag>
          )}
          {record.parameters !== undefined && <Tag>{formatParameters(record.parameters)} parameters</Tag>}
          {bytes !== undefined && <Tag>{formatBytes(bytes)}</Tag>}
          {record.style && <Tag>{record.style}</Tag>}
          {record.nsfw && <Tag tone="warn">NSFW</Tag>}
          {record.inpainting && <Tag>inpainting</Tag>}
        </div>
        <LifecycleNote record={record} />
        {record.description && (
          <Text className={classes.description}>
            <ShownText text={record.description} lines />
          </Text>
        )}
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Showcases model={model} />
          <Downloads model={model} />
          <Licence record={record} />
          <Fields record={record} />
        </div>
        <div className={`${classes.column} ${classes.side}`}>
          <OpenChanges category={category} name={name} />
          <Usage category={category} name={name} />
          {category === 'text_generation' && <Guidance name={name} />}
          {category === 'text_generation' && <GroupAndFamily model={model} />}
        </div>
        <div className={classes.column}>
          <History category={category} name={name} />
          <Section title="Raw JSON">
            <JsonView value={record} label="the record" maxHeight={480} />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Links to the forms that edit, rename, delete or copy the record, as far as the caller may propose. */
function Actions({ model: { category, name } }: { model: Model }) {
  const { isRequestor } = useCaller();
  const { canPropose } = useDeployment();
  if (!isRequestor || !canPropose) return null;
  const formPath = (form: 'edit' | 'rename' | 'delete') =>
    `/propose/${category}/${form}?name=${encodeURIComponent(name)}`;
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={formPath('edit')}
        variant="default"
        size="xs"
        leftSection={<Icon name="edit" size={14} />}
      >
        Propose an edit
      </Button>
      <Button
        component={Link}
        to={formPath('rename')}
        variant="default"
        size="xs"
        leftSection={<Icon name="propose" size={14} />}
      >
        Propose a rename
      </Button>
      <Button
        component={Link}
        to={formPath('delete')}
        variant="default"
        size="xs"
        leftSection={<Icon name="trash" size={14} />}
      >
        Propose deletion
      </Button>
      <Button
        component={Link}
        to={`/propose/${category}?name=${encodeURIComponent(name)}`}
        variant="default"
        size="xs"
        leftSection={<Icon name="copy" size={14} />}
      >
        Propose a copy
      </Button>
    </div>
  );
}
