import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { guidanceChangeSets, type Profile, type ProfileKind, readProfile } from '../../api/guidance.ts';
import { changesIn, type GuidanceChangeSet, type ProfileChange } from '../../api/guidance-change-sets.ts';
import type { PendingChange } from '../../api/types.ts';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { kindLabels, profileKinds } from '../../parts/guidance-words.ts';
import { ProposalForm } from '../../parts/ProposalForm.tsx';
import { RefusalAlert } from '../../parts/RefusalAlert.tsx';
import { useProposal } from '../../parts/use-proposal.ts';
import { rebased } from '../propose/draft.ts';
import { JsonEditor } from '../propose/JsonEditor.tsx';
import { readJson } from '../propose/json-lines.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import classes from './guidance.module.css';
import { ProfileContent } from './ProfileContent.tsx';
import { blankProfiles, editable, type Json, placedProblems, previewOf } from './profile-draft.ts';

const jsonText = (value: unknown) => JSON.stringify(value, null, 2);

interface Props {
  /** The profile as it was loaded; null for a new one. */
  readonly before: Profile | null;
  readonly title: string;
  /** The profile that the form starts with. Default: `before`, or a blank one. */
  readonly start?: Json | undefined;
  /** The change that the form revises; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

type PlacedProblems = ReturnType<typeof placedProblems>;

/** A form for a new or changed profile: a JSON editor with a preview. */
export function ProfileForm({ before: startBefore, title: startTitle, start, revises, onQueued }: Props) {
  const [before, setBefore] = useState(startBefore);
  const [kind, setKind] = useState<ProfileKind>('prompt_contract');
  const [startText, setStartText] = useState(() =>
    jsonText(start ?? (startBefore ? editable(startBefore) : blankProfiles.prompt_contract)),
  );
  const [title, setTitle] = useState(startTitle);
  const [text, setText] = useState(startText);
  const [refusal, setRefusal] = useState<PlacedProblems | null>(null);
  const [stale, setStale] = useState<string | null>(null);
  const read = useMemo(() => readJson(text), [text]);
  const preview = useMemo(() => (read.ok ? previewOf(read.value) : null), [read]);
  const proposal = useProposal<GuidanceChangeSet>({
    path: guidanceChangeSets,
    revises,
    onQueued,
    onRefusal: (error) => {
      setStale(error?.status === 409 ? error.message : null);
      setRefusal(error?.status === 422 ? placedProblems(error) : null);
    },
  });
  useUnsavedWarning(
    (text !== startText || title !== startTitle) && !proposal.isQueued,
    'Your input in this form is lost.',
  );

  const choose = (next: ProfileKind) => {
    setKind(next);
    setText(jsonText(blankProfiles[next]));
    setStartText(jsonText(blankProfiles[next]));
  };
  const review = () => {
    if (!read.ok) return;
    void proposal.check({ title: title.trim(), profile_changes: [changeOf(read.value, before)] });
  };
  const loadPresent = async () => {
    if (!read.ok) return;
    try {
      const now = await readProfile(changeOf(read.value, before).profile_id);
      if (now !== null) setText(jsonText(rebased(before ? editable(before) : {}, read.value, editable(now))));
      setBefore(now);
      setStale(null);
    } catch (error) {
      proposal.fail(error as Error);
    }
  };

  return (
    <ProposalForm
      proposal={proposal}
      title={title}
      titleHelp="Purpose of the change."
      titleError={refusal?.title}
      onTitle={setTitle}
      canReview={read.ok && !isSame(before, read.value)}
      onReview={review}
      differences={(changeSet) => <GuidanceDifferences changes={changesIn(changeSet)} />}
    >
      {before === null && text === startText && start === undefined && (
        <div>
          <SegmentedControl
            aria-label="Kind of profile"
            data={profileKinds.map((value) => ({ value, label: kindLabels[value] }))}
            value={kind}
            onChange={(value) => choose(value as ProfileKind)}
          />
        </div>
      )}
      <div className={classes.halves}>
        <JsonEditor
          id="profile"
          label="Profile as JSON"
          text={text}
          onChange={setText}
          syntax={read.ok ? null : read.error}
          problems={refusal?.problems ?? []}
        />
        <section aria-label="Preview" className={classes.preview}>
          {preview ? (
            <ProfileContent profile={preview} />
          ) : (
            <Text size="sm" c="dimmed">
              The preview appears once the JSON is valid.
            </Text>
          )}
        </section>
      </div>
      {stale !== null && (
        <RefusalAlert
          title="The profile has changed since this page was loaded"
          text={stale}
          reload={{
            label: 'Load the current version, keep my edits',
            isReady: read.ok,
            onClick: () => void loadPresent(),
          }}
        />
      )}
    </ProposalForm>
  );
}

const isSame = (before: Profile | null, json: Json) =>
  before !== null && JSON.stringify(editable(before)) === JSON.stringify(json);

/** Returns the change to send. `expected_before` is the profile as it was loaded. */
function changeOf(json: Json, before: Profile | null): ProfileChange {
  const profile_id = before?.profile_id ?? (typeof json.profile_id === 'string' ? json.profile_id : '');
  return {
    operation: before === null ? 'create' : 'update',
    profile_id,
    profile: json as NonNullable<ProfileChange['profile']>,
    expected_before: before as ProfileChange['expected_before'],
  };
}
