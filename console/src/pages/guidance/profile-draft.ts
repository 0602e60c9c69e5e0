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
export function editable({ metadata: _, ...profile }: Profile): Json {
  return profile;
}

/**
 * Finds, in a message of the service, the path of a text in a profile, as in `user.tips.0 of profile 'x'`.
 */
const placeInMessage = /(?:^|, in )([a-z_]+(?:\.[a-z0-9_]+)*) of profile '/;

/**
 * Returns the messages of a refusal with their paths in the profile; an empty path means the whole profile.
 * Messages about the title of the change set are in `title`.
 */
export function placedProblems({
  message,
  problems,
}: {
  readonly message: string;
  readonly problems: readonly FieldProblem[];
}): { readonly title: string | undefined; readonly problems: readonly Problem[] } {
  if (problems.length === 0) {
    const place = message.startsWith('The alias ') ? 'aliases' : placeInMessage.exec(message)?.[1];
    return { title: undefined, problems: [{ path: pathOf(place), message }] };
  }
  const ofTitle = problems.filter(({ loc }) => loc[1] === 'title');
  const others = problems.filter(({ loc }) => loc[1] !== 'title');
  return {
    title: ofTitle.map(({ msg }) => msg).join('; ') || undefined,
    // `loc` is body, profile_changes, 0, profile, …
    problems: others.map(({ loc, msg }) => ({
      path: loc[3] === 'profile' ? loc.slice(4) : loc[3] === 'profile_id' ? ['profile_id'] : [],
      message: msg.replace(/^Value error, /, ''),
    })),
  };
}

function pathOf(place: string | undefined): (string | number)[] {
  if (place === undefined) return [];
  return place.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const strings = (value: unknown) => list(value).filter((each) => typeof each === 'string');
const objects = (value: unknown) => list(value).filter(isObject);
const map = (value: unknown): Json => (isObject(value) ? value : {});

function audience(value: unknown): Audience {
  const { overview, use_cases, tips, caveats } = map(value);
  return {
    overview: text(overview),
    use_cases: strings(use_cases),
    tips: strings(tips),
    caveats: strings(caveats),
  };
}

/** Converts an incomplete profile for the preview: missing or malformed parts become empty. */
export function previewOf(json: Json): Profile {
  const shared = {
    profile_id: text(json.profile_id),
    display_name: text(json.display_name),
    aliases: strings(json.aliases),
    summary: text(json.summary),
    user: audience(json.user),
    developer: audience(json.developer),
    examples: objects(json.examples).map((each) => ({
      title: text(each.title),
      description: textOrNull(each.description),
      messages: objects(each.messages).map(({ role, content }) => ({
        role: text(role) as 'user',
        content: text(content),
      })),
      rendered_prompt: textOrNull(each.rendered_prompt),
    })),
    recommended_settings: map(json.recommended_settings),
    ai_horde_examples: objects(json.ai_horde_examples).map((each) => ({
      title: text(each.title),
      prompt: text(each.prompt),
      parameters: map(each.parameters),
      notes: textOrNull(each.notes),
    })),
    sources: objects(json.sources).map(({ url, title, note }) => ({
      url: text(url),
      title: textOrNull(title),
      note: textOrNull(note),
    })),
    deprecated: json.deprecated === true,
    metadata: { revision: 1, created_at: null, created_by: null, updated_at: null, updated_by: null },
  };
  if (json.kind === 'usage_recipe') {
    const capability = Object.hasOwn(capabilityLabels, text(json.capability)) ? json.capability : null;
    return {
      kind: 'usage_recipe',
      ...shared,
      capability: capability as keyof typeof capabilityLabels | null,
      scenario: textOrNull(json.scenario),
    };
  }
  return {
    kind: 'prompt_contract',
    ...shared,
    interaction_modes: strings(json.interaction_modes).filter((mode) =>
      Object.hasOwn(modeLabels, mode),
    ) as (keyof typeof modeLabels)[],
    accepted_roles: strings(json.accepted_roles) as 'user'[],
    role_markers: Object.fromEntries(
      Object.entries(map(json.role_markers)).map(([role, each]) => [role, text(each)]),
    ),
    stop_sequences: strings(json.stop_sequences),
    templates: objects(json.templates).map((each) => ({
      template_id: text(each.template_id),
      name: text(each.name),
      syntax: text(each.syntax) as 'other',
      syntax_name: textOrNull(each.syntax_name),
      template: text(each.template),
      variables: objects(each.variables).map(({ name, description, required }) => ({
        name: text(name),
        description: text(description),
        required: required !== false,
      })),
    })),
  };
}
