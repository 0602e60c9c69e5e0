import { Alert, Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ApiError } from '#client';
import {
  dryRunGuidance,
  type Profile,
  type ProfileKind,
  readProfile,
  useProposeGuidance,
} from '../../api/guidance.ts';
import { changesIn, type GuidanceChangeSet, type ProfileChange } from '../../api/guidance-change-sets.ts';
import type { PendingChange } from '../../api/types.ts';
import { ChangeSetDialog } from '../../parts/ChangeSetDialog.tsx';
import { GuidanceDifferences } from '../../parts/GuidanceDifferences.tsx';
import { kindLabels, profileKinds } from '../../parts/guidance-words.ts';
import { Icon } from '../../parts/Icon.tsx';
import { NotDone } from '../../parts/NotDone.tsx';
import { rebased } from '../propose/draft.ts';
import { JsonEditor } from '../propose/JsonEditor.tsx';
import { readJson } from '../propose/json-lines.ts';
import { useUnsavedWarning } from '../propose/use-unsaved-warning.ts';
import classes from './guidance.module.css';
import { ProfileContent } from './ProfileContent.tsx';
import { blankProfiles, editable, type Json, placedProblems, previewOf } from './profile-draft.ts';

const longestTitle = 160;
const jsonText = (value: unknown) => JSON.stringify(value, null, 2);

interface Props {
  /** The profile as it was read; null for a new one. */
  readonly before: Profile | null;
  readonly title: string;
  /** The profile that the form starts with; absent: `before`, or a blank one. */
  readonly start?: Json | undefined;
  /** The change of which this is a new version; undefined for a new proposal. */
  readonly revises: PendingChange | undefined;
  readonly onQueued: (change: PendingChange) => void;
}

type Placed = ReturnType<typeof placedProblems>;

/** A form for a new or changed profile: its JSON, and beside it how it will be shown. */
export function ProfileForm({ before: startBefore, title: startTitle, start, revises, onQueued }: Props) {
  const [before, setBefore] = useState(startBefore);
  const [kind, setKind] = useState<ProfileKind>('prompt_contract');
  const [startText, setStartText] = useState(() =>
    jsonText(start ?? (startBefore ? editable(startBefore) : blankProfiles.prompt_contract)),
  );
  const [title, setTitle] = useState(startTitle);
  const [text, setText] = useState(startText);
  const [refusal, setRefusal] = useState<Placed | null>(null);
  const [stale, setStale] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [checked, setChecked] = useState<GuidanceChangeSet | null>(null);
  const propose = useProposeGuidance();
  const read = useMemo(() => readJson(text), [text]);
  const preview = useMemo(() => (read.ok ? previewOf(read.value) : null), [read]);
  useUnsavedWarning(
    (text !== startText || title !== startTitle) && propose.data === undefined,
    'What you typed in this form is lost.',
  );

  const choose = (next: ProfileKind) => {
    setKind(next);
    setText(jsonText(blankProfiles[next]));
    setStartText(jsonText(blankProfiles[next]));
  };
  const refused = (error: Error) => {
    setChecked(null);
    if (!(error instanceof ApiError)) return setFailure(error);
    if (error.status === 409) setStale(error.message);
    else if (error.status === 422) setRefusal(placedProblems(error));
    else setFailure(error);
  };
  const review = async () => {
    if (!read.ok) return;
    const changeSet: GuidanceChangeSet = {
      title: title.trim(),
      profile_changes: [changeOf(read.value, before)],
    };
    setRefusal(null);
    setStale(null);
    setFailure(null);
    setChecking(true);
    try {
      await dryRunGuidance(changeSet);
      setChecked(changeSet);
    } catch (error) {
      refused(error as Error);
    } finally {
      setChecking(false);
    }
  };
  const loadPresent = async () => {
    if (!read.ok) return;
    try {
      const now = await readProfile(changeOf(read.value, before).profile_id);
      if (now !== null) setText(jsonText(rebased(before ? editable(before) : {}, read.value, editable(now))));
      setBefore(now);
      setStale(null);
    } catch (error) {
      setFailure(error as Error);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void review();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Title"
          description="What the change is for."
          maw="40rem"
          withAsterisk
          aria-required
          maxLength={longestTitle}
          autoComplete="off"
          value={title}
          error={refusal?.title}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
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
                The preview waits until the JSON is correct.
              </Text>
            )}
          </section>
        </div>
        {stale !== null && (
          <Alert
            color="red"
            role="alert"
            icon={<Icon name="warning" />}
            title="The profile was changed meanwhile"
          >
            <Stack gap="xs" align="flex-start">
              {stale}
              <Button size="xs" variant="default" disabled={!read.ok} onClick={() => void loadPresent()}>
                Load the present value, keep my edits
              </Button>
            </Stack>
          </Alert>
        )}
        {failure && <NotDone error={failure} done="queued" />}
        <div>
          <Button type="submit" loading={isChecking} disabled={!read.ok || isSame(before, read.value)}>
            Review the proposal
          </Button>
        </div>
      </Stack>
      <ChangeSetDialog
        changeSet={checked}
        isSending={propose.isPending}
        error={propose.error}
        onSend={(changeSet) =>
          propose.mutate({ changeSet, revises }, { onSuccess: onQueued, onError: refused })
        }
        onClose={() => setChecked(null)}
      >
        {(changeSet) => <GuidanceDifferences changes={changesIn(changeSet)} />}
      </ChangeSetDialog>
    </form>
  );
}

const isSame = (before: Profile | null, json: Json) =>
  before !== null && JSON.stringify(editable(before)) === JSON.stringify(json);

/** Gives the change as it is sent: `expected_before` is the profile as it was read. */
function changeOf(json: Json, before: Profile | null): ProfileChange {
  const profile_id = before?.profile_id ?? (typeof json.profile_id === 'string' ? json.profile_id : '');
  return {
    operation: before === null ? 'create' : 'update',
    profile_id,
    profile: json as NonNullable<ProfileChange['profile']>,
    expected_before: before as ProfileChange['expected_before'],
  };
}
