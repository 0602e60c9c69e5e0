import { Alert } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCategoryNames, useModel } from '../../api/models.ts';
import { useMyChange } from '../../api/my-changes.ts';
import { type RecordDraft, revisionOf } from '../../api/proposals.ts';
import type { PendingChange } from '../../api/types.ts';
import { Access } from '../../parts/Access.tsx';
import { categoryLabel } from '../../parts/format.ts';
import { Icon } from '../../parts/Icon.tsx';
import { NoSuchCategory } from '../../parts/NoSuchCategory.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { NameHelper } from './NameHelper.tsx';
import { ProposeHead } from './ProposeHead.tsx';
import { type DraftAtWork, FromDraft } from './paste/FromDraft.tsx';
import { Queued } from './Queued.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { withoutHidden } from './record-fields.ts';
import { typedFor } from './typed.ts';
import { useRecordForm } from './use-record-form.ts';

const route = getRouteApi('/propose/$category');

/**
 * The page that proposes a new record of a category. The form starts empty, from another record (`name`),
 * from one of the caller's own proposals (`change`), or from a stored draft (`draft`).
 */
export function CreatePage() {
  const { category } = route.useParams();
  const { data: names } = useCategoryNames();
  if (names && !names.includes(category)) {
    return <NoSuchCategory category={category} allAt="/propose" />;
  }
  return (
    <>
      <ProposeHead title={titleOf(category)} category={category} />
      <Access need="requestor" mayTry>
        <Start category={category} />
      </Access>
    </>
  );
}

function titleOf(category: string): string {
  return `New model: ${categoryLabel(category)}`;
}

function Start({ category }: { category: string }) {
  const { name, change, revise = false, draft } = route.useSearch();
  if (draft !== undefined) {
    return (
      <FromDraft id={draft} model={null}>
        {(work) => <NewModel category={category} start={work.left ?? work.made.record} work={work} />}
      </FromDraft>
    );
  }
  if (change !== undefined) return <Again category={category} changeId={change} revise={revise} />;
  if (name !== undefined) return <Copy category={category} name={name} />;
  return <NewModel category={category} start={undefined} />;
}

function Again({ category, changeId, revise }: { category: string; changeId: number; revise: boolean }) {
  const query = useMyChange(changeId);
  return (
    <QueryState query={query}>
      {(change) => (
        <NewModel
          category={category}
          start={change?.payload ?? undefined}
          revised={revise && change ? change : undefined}
        />
      )}
    </QueryState>
  );
}

function Copy({ category, name }: { category: string; name: string }) {
  const query = useModel(category, name);
  return (
    <QueryState query={query}>
      {(model) => <NewModel category={category} start={copyOf(model?.record)} />}
    </QueryState>
  );
}

/** Returns the record of a model without its name, since a copy needs its own name. */
function copyOf(record: object | undefined): RecordDraft | undefined {
  if (record === undefined) return undefined;
  const { name: _, ...rest } = record as Record<string, unknown>;
  return rest;
}

const empty: RecordDraft = {};

interface NewModelProps {
  readonly category: string;
  readonly start: RecordDraft | undefined;
  /** The change that this proposal revises; undefined for a new proposal. */
  readonly revised?: PendingChange | undefined;
  readonly work?: DraftAtWork | undefined;
}

function NewModel({ category, start, revised, work }: NewModelProps) {
  const { view = 'form', draft, name: copied, change, revise } = route.useSearch();
  const place = { page: 'new', category, name: copied, change, revise } as const;
  const typed = work ? undefined : typedFor(place, withoutHidden(start ?? empty));
  const navigate = route.useNavigate();
  const { query, suggestionsFor } = useRecordForm(category);
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) {
    const mayStartAnew = !revised && !work;
    return (
      <Queued
        change={queued}
        request={work?.request}
        next={work?.next}
        {...(mayStartAnew && { onAnother: () => setQueued(null) })}
      />
    );
  }
  return (
    <QueryState query={query}>
      {(fields) => (
        <RecordEditor
          category={category}
          name={revised?.model_name ?? null}
          isNew
          revises={revised && revisionOf(revised)}
          fields={fields}
          live={empty}
          start={start}
          suggestionsFor={suggestionsFor}
          view={view}
          onView={(next) =>
            void navigate({
              search: (search) => ({ ...search, view: next === 'form' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          kept={work}
          typed={typed}
          onQueued={(change) => {
            setQueued(change);
            (work ?? typed)?.done();
          }}
          taken={(name) => (
            <Alert color="gray" icon={<Icon name="info" />}>
              <Link to="/propose/$category/edit" params={{ category }} search={{ name, draft }}>
                Propose an edit of that model
              </Link>{' '}
              instead, or choose another name.
            </Alert>
          )}
          aside={
            category === 'text_generation'
              ? (draft, set) => <NameHelper draft={draft} onUse={set} />
              : undefined
          }
        />
      )}
    </QueryState>
  );
}
