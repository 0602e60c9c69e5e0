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
import { FromDraft, type OpenDraft } from './paste/FromDraft.tsx';
import { Queued } from './Queued.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { omitHiddenFields } from './record-fields.ts';
import { openUnsentInput } from './typed.ts';
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
      <ProposeHead title={createTitle(category)} category={category} />
      <Access need="requestor" mayTry>
        <InitialForm category={category} />
      </Access>
    </>
  );
}

function createTitle(category: string): string {
  return `New model: ${categoryLabel(category)}`;
}

function InitialForm({ category }: { category: string }) {
  const { name, change, revise = false, draft } = route.useSearch();
  if (draft !== undefined) {
    return (
      <FromDraft id={draft} model={null}>
        {(openDraft) => (
          <NewModel
            category={category}
            initialRecord={openDraft.storedEdits ?? openDraft.made.record}
            openDraft={openDraft}
          />
        )}
      </FromDraft>
    );
  }
  if (change !== undefined) return <FormFromChange category={category} changeId={change} revise={revise} />;
  if (name !== undefined) return <FormFromModel category={category} name={name} />;
  return <NewModel category={category} initialRecord={undefined} />;
}

function FormFromChange({
  category,
  changeId,
  revise,
}: {
  category: string;
  changeId: number;
  revise: boolean;
}) {
  const query = useMyChange(changeId);
  return (
    <QueryState query={query}>
      {(change) => (
        <NewModel
          category={category}
          initialRecord={change?.payload ?? undefined}
          revisedChange={revise && change ? change : undefined}
        />
      )}
    </QueryState>
  );
}

function FormFromModel({ category, name }: { category: string; name: string }) {
  const query = useModel(category, name);
  return (
    <QueryState query={query}>
      {(model) => <NewModel category={category} initialRecord={removeName(model?.record)} />}
    </QueryState>
  );
}

/** Returns the record of a model without its name, since a copy needs its own name. */
function removeName(record: object | undefined): RecordDraft | undefined {
  if (record === undefined) return undefined;
  const { name: _, ...rest } = record as Record<string, unknown>;
  return rest;
}

const empty: RecordDraft = {};

interface NewModelProps {
  readonly category: string;
  readonly initialRecord: RecordDraft | undefined;
  /** The change that this proposal revises; undefined for a new proposal. */
  readonly revisedChange?: PendingChange | undefined;
  readonly openDraft?: OpenDraft | undefined;
}

function NewModel({ category, initialRecord, revisedChange, openDraft }: NewModelProps) {
  const { view = 'form', draft, name: copiedName, change, revise } = route.useSearch();
  const formPlace = { page: 'new', category, name: copiedName, change, revise } as const;
  const unsentInput = openDraft
    ? undefined
    : openUnsentInput(formPlace, omitHiddenFields(initialRecord ?? empty));
  const navigate = route.useNavigate();
  const { query, suggestionsFor } = useRecordForm(category);
  const [queued, setQueued] = useState<PendingChange | null>(null);
  if (queued) {
    const canStartAnew = !revisedChange && !openDraft;
    return (
      <Queued
        change={queued}
        request={openDraft?.requestId}
        next={openDraft?.nextDraftLink}
        {...(canStartAnew && { onAnother: () => setQueued(null) })}
      />
    );
  }
  return (
    <QueryState query={query}>
      {(fields) => (
        <RecordEditor
          category={category}
          name={revisedChange?.model_name ?? null}
          isNew
          revises={revisedChange && revisionOf(revisedChange)}
          fields={fields}
          live={empty}
          start={initialRecord}
          suggestionsFor={suggestionsFor}
          view={view}
          onView={(next) =>
            void navigate({
              search: (search) => ({ ...search, view: next === 'form' ? undefined : next }),
              replace: true,
              resetScroll: false,
            })
          }
          storedDraft={openDraft}
          unsentInput={unsentInput}
          onQueued={(change) => {
            setQueued(change);
            (openDraft ?? unsentInput)?.discard();
          }}
          takenNameHint={(name) => (
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
