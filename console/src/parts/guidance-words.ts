import type { ProfileKind, PromptContract, Template } from '../api/guidance.ts';

export const kindLabels: Readonly<Record<ProfileKind, string>> = {
  prompt_contract: 'Prompt contract',
  usage_recipe: 'Usage recipe',
};

export const profileKinds = Object.keys(kindLabels) as ProfileKind[];

export const modeLabels: Readonly<Record<PromptContract['interaction_modes'][number], string>> = {
  completion: 'Completion',
  instruction: 'Instruction',
  chat: 'Chat',
};

export const capabilityLabels = {
  tool_calling: 'Tool calling',
  structured_output: 'Structured output',
} as const;

const syntaxLabels: Readonly<Record<Template['syntax'], string>> = {
  jinja2: 'Jinja2',
  handlebars: 'Handlebars',
  python_format: 'Python format string',
  literal: 'Literal text',
  other: 'Other',
};

/** Returns the label of a template's language: `syntax_name` if the language is not in the list. */
export function syntaxLabel({ syntax, syntax_name }: Pick<Template, 'syntax' | 'syntax_name'>): string {
  return syntax === 'other' && syntax_name !== null ? syntax_name : syntaxLabels[syntax];
}
