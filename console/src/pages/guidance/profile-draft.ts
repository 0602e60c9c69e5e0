import type { FieldProblem } from '#client';
import type { Audience, Profile } from '../../api/guidance.ts';
import { capabilityLabels, modeLabels } from '../../parts/guidance-words.ts';
import type { Problem } from '../propose/problems.ts';

export type Json = Readonly<Record<string, unknown>>;

const texts: Audience = { overview: '', use_cases: [], tips: [], caveats: [] };

/** A blank profile of each kind, with all its fields. */
export const blankProfiles: Readonly<Record<Profile['kind'], Json>> = {
  prompt_contract: {
    kind: 'prompt_contract',
    profile_id: '',
    display_name: '',
    aliases: [],
    summary: '',
    user: texts,
    developer: texts,
    interaction_modes: ['chat'],
    accepted_roles: ['system', 'user', 'assistant'],
    role_markers: {},
    stop_sequences: [],
    templates: [
      {
        template_id: 'default',
        name: 'Default',
        syntax: 'jinja2',
        syntax_name: null,
        template: '',
        variables: [],
      },
    ],
    recommended_settings: {},
    examples: [],
    ai_horde_examples: [],
    sources: [],
  },
  usage_recipe: {
    kind: 'usage_recipe',
    profile_id: '',
    display_name: '',
    aliases: [],
    summary: '',
    user: texts,
    developer: texts,
    capability: null,
    scenario: null,
    recommended_settings: {},
    examples: [],
    ai_horde_examples: [],
    sources: [],
  },
};

/** Returns a profile as the user edits it: without the metadata, which the service sets. */
export function removeMetadata({ metadata: _, ...profile }: Profile): Json {
  return profile;
}

/** Matches the path of a text in a message of the service, such as `user.tips.0 of profile 'x'`. */
const pathInMessage = /(?:^|, in )([a-z_]+(?:\.[a-z0-9_]+)*) of profile '/;

/**
 * Returns the messages of a refusal. `problems`: the messages with their paths in the profile; a message with
 * an empty path concerns the complete profile. `title`: the messages about the title of the change set.
 */
export function assignProblemPaths({
  message,
  problems,
}: {
  readonly message: string;
  readonly problems: readonly FieldProblem[];
}): { readonly title: string | undefined; readonly problems: readonly Problem[] } {
  if (problems.length === 0) {
    const path = message.startsWith('Alias ') ? 'aliases' : pathInMessage.exec(message)?.[1];
    return { title: undefined, problems: [{ path: splitPath(path), message }] };
  }
  const titleProblems = problems.filter(({ loc }) => loc[1] === 'title');
  const otherProblems = problems.filter(({ loc }) => loc[1] !== 'title');
  return {
    title: titleProblems.map(({ msg }) => msg).join('; ') || undefined,
    // `loc` is body, profile_changes, 0, profile, …
    problems: otherProblems.map(({ loc, msg }) => ({
      path: loc[3] === 'profile' ? loc.slice(4) : loc[3] === 'profile_id' ? ['profile_id'] : [],
      message: msg.replace(/^Value error, /, ''),
    })),
  };
}

function splitPath(path: string | undefined): (string | number)[] {
  if (path === undefined) return [];
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const toStrings = (value: unknown) => toList(value).filter((each) => typeof each === 'string');
const toObjects = (value: unknown) => toList(value).filter(isObject);
const toObject = (value: unknown): Json => (isObject(value) ? value : {});

function toAudience(value: unknown): Audience {
  const { overview, use_cases, tips, caveats } = toObject(value);
  return {
    overview: toText(overview),
    use_cases: toStrings(use_cases),
    tips: toStrings(tips),
    caveats: toStrings(caveats),
  };
}

/** Converts an incomplete profile for the preview: missing or malformed parts become empty. */
export function createPreview(json: Json): Profile {
  const commonFields = {
    profile_id: toText(json.profile_id),
    display_name: toText(json.display_name),
    aliases: toStrings(json.aliases),
    summary: toText(json.summary),
    user: toAudience(json.user),
    developer: toAudience(json.developer),
    examples: toObjects(json.examples).map((each) => ({
      title: toText(each.title),
      description: toTextOrNull(each.description),
      messages: toObjects(each.messages).map(({ role, content }) => ({
        role: toText(role) as 'user',
        content: toText(content),
      })),
      rendered_prompt: toTextOrNull(each.rendered_prompt),
    })),
    recommended_settings: toObject(json.recommended_settings),
    ai_horde_examples: toObjects(json.ai_horde_examples).map((each) => ({
      title: toText(each.title),
      prompt: toText(each.prompt),
      parameters: toObject(each.parameters),
      notes: toTextOrNull(each.notes),
    })),
    sources: toObjects(json.sources).map(({ url, title, note }) => ({
      url: toText(url),
      title: toTextOrNull(title),
      note: toTextOrNull(note),
    })),
    deprecated: json.deprecated === true,
    metadata: { revision: 1, created_at: null, created_by: null, updated_at: null, updated_by: null },
  };
  if (json.kind === 'usage_recipe') {
    const capability = Object.hasOwn(capabilityLabels, toText(json.capability)) ? json.capability : null;
    return {
      kind: 'usage_recipe',
      ...commonFields,
      capability: capability as keyof typeof capabilityLabels | null,
      scenario: toTextOrNull(json.scenario),
    };
  }
  return {
    kind: 'prompt_contract',
    ...commonFields,
    interaction_modes: toStrings(json.interaction_modes).filter((mode) =>
      Object.hasOwn(modeLabels, mode),
    ) as (keyof typeof modeLabels)[],
    accepted_roles: toStrings(json.accepted_roles) as 'user'[],
    role_markers: Object.fromEntries(
      Object.entries(toObject(json.role_markers)).map(([role, each]) => [role, toText(each)]),
    ),
    stop_sequences: toStrings(json.stop_sequences),
    templates: toObjects(json.templates).map((each) => ({
      template_id: toText(each.template_id),
      name: toText(each.name),
      syntax: toText(each.syntax) as 'other',
      syntax_name: toTextOrNull(each.syntax_name),
      template: toText(each.template),
      variables: toObjects(each.variables).map(({ name, description, required }) => ({
        name: toText(name),
        description: toText(description),
        required: required !== false,
      })),
    })),
  };
}
