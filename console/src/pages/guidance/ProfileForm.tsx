import { SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { guidanceChangeSets, type Profile, type ProfileKind, readProfile } from '../../api/guidance.ts';
import {
  type GuidanceChangeSet,
  guidanceChangesIn,
  type ProfileChange,
} from '../../api/guidance-change-sets.ts';
import type { PendingChange } from '../../api/types.ts';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { kindLabels, profileKinds } from '../../parts/guidance-words.ts';
import { ProposalForm } from '../../parts/ProposalForm.tsx';
import { RefusalAlert } from '../../parts/RefusalAlert.tsx';
import { useProposal } from '../../parts/use-proposal.ts';
import { rebaseDraft } from '../propose/draft.ts';
import { JsonEditor } from '../propose/JsonEditor.tsx';
import { parseJson } from '../propose/json-lines.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import classes from './guidance.module.css';
import { ProfileContent } from './ProfileContent.tsx';
import {
  assignProblemPaths,
  blankProfiles,
  createPreview,
  type Json,
  removeMetadata,
} from './profile-draft.ts';

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);

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

type PlacedProblems = ReturnType<typeof assignProblemPaths>;

/** A form for a new or changed profile: a JSON editor with a preview. */
export function ProfileForm({
  before: initialProfile,
  title: initialTitle,
  start,
  revises,
  onQueued,
}: Props) {
  const [loadedProfile, setLoadedProfile] = useState(initialProfile);
  const [kind, setKind] = useState<ProfileKind>('prompt_contract');
  const [initialText, setInitialText] = useState(() =>
    formatJson(start ?? (initialProfile ? removeMetadata(initialProfile) : blankProfiles.prompt_contract)),
  );
  const [title, setTitle] = useState(initialTitle);
  const [text, setText] = useState(initialText);
  const [refusal, setRefusal] = useState<PlacedProblems | null>(null);
  const [staleMessage, setStaleMessage] = useState<string | null>(null);
  const parsedText = useMemo(() => parseJson(text), [text]);
  const preview = useMemo(() => (parsedText.ok ? createPreview(parsedText.value) : null), [parsedText]);
  const proposal = useProposal<GuidanceChangeSet>({
    path: guidanceChangeSets,
    revises,
    onQueued,
    onRefusal: (error) => {
      setStaleMessage(error?.status === 409 ? error.message : null);
      setRefusal(error?.status === 422 ? assignProblemPaths(error) : null);
    },
  });
  useUnsavedWarning(
    (text !== initialText || title !== initialTitle) && !proposal.isQueued,
    'Your input in this form is lost.',
  );

  const selectKind = (newKind: ProfileKind) => {
    setKind(newKind);
    setText(formatJson(blankProfiles[newKind]));
    setInitialText(formatJson(blankProfiles[newKind]));
  };
  const checkProposal = () => {
    if (!parsedText.ok) return;
    void proposal.check({
      title: title.trim(),
      profile_changes: [createChange(parsedText.value, loadedProfile)],
    });
  };
  const loadCurrentProfile = async () => {
    if (!parsedText.ok) return;
    try {
      const currentProfile = await readProfile(createChange(parsedText.value, loadedProfile).profile_id);
      if (currentProfile !== null)
        setText(
          formatJson(
            rebaseDraft(
              loadedProfile ? removeMetadata(loadedProfile) : {},
              parsedText.value,
              removeMetadata(currentProfile),
            ),
          ),
        );
      setLoadedProfile(currentProfile);
      setStaleMessage(null);
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
      canReview={parsedText.ok && !isUnchanged(loadedProfile, parsedText.value)}
      onReview={checkProposal}
      differences={(changeSet) => <GuidanceDifferences changes={guidanceChangesIn(changeSet)} />}
    >
      {loadedProfile === null && text === initialText && start === undefined && (
        <div>
          <SegmentedControl
            aria-label="Kind of profile"
            data={profileKinds.map((value) => ({ value, label: kindLabels[value] }))}
            value={kind}
            onChange={(value) => selectKind(value as ProfileKind)}
          />
        </div>
      )}
      <div className={classes.halves}>
        <JsonEditor
          id="profile"
          label="Profile as JSON"
          text={text}
          onChange={setText}
          syntax={parsedText.ok ? null : parsedText.error}
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
      {staleMessage !== null && (
        <RefusalAlert
          title="The profile has changed since this page was loaded"
          text={staleMessage}
          reload={{
            label: 'Load the current version, keep my edits',
            isReady: parsedText.ok,
            onClick: () => void loadCurrentProfile(),
          }}
        />
      )}
    </ProposalForm>
  );
}

const isUnchanged = (before: Profile | null, json: Json) =>
  before !== null && JSON.stringify(removeMetadata(before)) === JSON.stringify(json);

/** Returns the change to send. `expected_before` is the profile as it was loaded. */
function createChange(json: Json, before: Profile | null): ProfileChange {
  const profile_id = before?.profile_id ?? (typeof json.profile_id === 'string' ? json.profile_id : '');
  return {
    operation: before === null ? 'create' : 'update',
    profile_id,
    profile: json as NonNullable<ProfileChange['profile']>,
    expected_before: before as ProfileChange['expected_before'],
  };
}
