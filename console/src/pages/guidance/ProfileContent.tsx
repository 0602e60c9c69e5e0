import type { ReactNode } from 'react';
import type { Audience, Profile, PromptContract, Template } from '../../api/guidance.ts';
import { CopiedText } from '../../parts/CopiedText.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import { capabilityLabels, modeLabels, syntaxLabel } from '../../parts/guidance-words.ts';
import layout from '../../parts/layout.module.css';
import { Prose } from '../../parts/Prose.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { WebLink } from '../../parts/WebLink.tsx';
import classes from './guidance.module.css';
import { Examples, HordeExamples, Settings } from './ProfileExamples.tsx';

/** The content of a profile. Empty parts are hidden. */
export function ProfileContent({ profile, facts }: { profile: Profile; facts?: ReactNode }) {
  const { sources } = profile;
  return (
    <>
      <Prose text={profile.summary} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <AudienceSection title="For users" audience={profile.user} />
          <AudienceSection title="For developers" audience={profile.developer} />
        </div>
        <Section title="Facts">
          <Facts>
            <OwnFacts profile={profile} />
            {facts}
          </Facts>
        </Section>
      </div>
      {profile.kind === 'prompt_contract' && <Templates templates={profile.templates} />}
      <div className={classes.columns}>
        <Settings settings={profile.recommended_settings} />
        {sources.length > 0 && (
          <Section title="Sources">
            <ul className={classes.list}>
              {sources.map(({ url, title, note }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sources have no names
                <li key={index}>
                  <WebLink address={url} label={title ?? url} />
                  {note !== null && (
                    <>
                      {': '}
                      <ShownText text={note} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      <Examples examples={profile.examples} />
      <HordeExamples examples={profile.ai_horde_examples} />
    </>
  );
}

function OwnFacts({ profile }: { profile: Profile }) {
  const { profile_id, aliases } = profile;
  return (
    <>
      <Fact name="Id">
        <ShownText text={profile_id} />
      </Fact>
      {aliases.length > 0 && (
        <Fact name="Aliases">
          <Tags texts={aliases} />
        </Fact>
      )}
      {profile.kind === 'prompt_contract' ? (
        <ContractFacts contract={profile} />
      ) : (
        <>
          {profile.capability !== null && (
            <Fact name="Capability">{capabilityLabels[profile.capability]}</Fact>
          )}
          {profile.scenario !== null && (
            <Fact name="Scenario">
              <ShownText text={profile.scenario} lines />
            </Fact>
          )}
        </>
      )}
    </>
  );
}

function ContractFacts({ contract }: { contract: PromptContract }) {
  const { interaction_modes, accepted_roles, role_markers, stop_sequences } = contract;
  const markers = Object.entries(role_markers);
  return (
    <>
      <Fact name="Used for">
        <Tags texts={interaction_modes.map((mode) => modeLabels[mode])} />
      </Fact>
      {accepted_roles.length > 0 && (
        <Fact name="Roles">
          <Tags texts={accepted_roles} />
        </Fact>
      )}
      {markers.length > 0 && (
        <Fact name="Role markers">
          <ul className={layout.bare}>
            {markers.map(([role, marker]) => (
              <li key={role}>
                <ShownText text={role} />: <Exact text={marker} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {stop_sequences.length > 0 && (
        <Fact name="Stop sequences">
          <ul className={layout.bare}>
            {stop_sequences.map((sequence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold a sequence twice
              <li key={index}>
                <Exact text={sequence} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

/** A text in which every character matters: a line break is shown as `\n`, as in a string literal. */
function Exact({ text }: { text: string }) {
  return (
    <code className={classes.exact}>
      <ShownText text={JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')} />
    </code>
  );
}

function Tags({ texts }: { texts: readonly string[] }) {
  return (
    <span className={layout.line}>
      {texts.map((text) => (
        <Tag key={text}>
          <ShownText text={text} />
        </Tag>
      ))}
    </span>
  );
}

function AudienceSection({ title, audience }: { title: string; audience: Audience }) {
  const { overview, use_cases, tips, caveats } = audience;
  if (overview === '' && use_cases.length + tips.length + caveats.length === 0) return null;
  return (
    <Section title={title}>
      <div className={classes.stack}>
        <Prose text={overview} />
        <ProseList title="Use cases" texts={use_cases} />
        <ProseList title="Tips" texts={tips} />
        <ProseList title="Caveats" texts={caveats} />
      </div>
    </Section>
  );
}

function ProseList({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <div>
      <p className={classes.term}>{title}</p>
      <ul className={classes.list}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts have no names
          <li key={index}>
            <Prose text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Templates({ templates }: { templates: readonly Template[] }) {
  if (templates.length === 0) return null;
  return (
    <Section title="Templates">
      <div className={classes.stack}>
        {templates.map((template, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two templates may have the same id
          <div key={index} className={classes.stack}>
            <div className={layout.line}>
              <span className={layout.name}>
                <ShownText text={template.name} />
              </span>
              <Tag>
                <ShownText text={syntaxLabel(template)} />
              </Tag>
            </div>
            <CopiedText text={template.template} label={`the template ${template.name}`} />
            <Variables variables={template.variables} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Variables({ variables }: { variables: Template['variables'] }) {
  if (variables.length === 0) return null;
  return (
    <ul className={classes.list}>
      {variables.map(({ name, description, required }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two variables may have the same name
        <li key={index}>
          <code>
            <ShownText text={name} />
          </code>
          {!required && ' (optional)'}
          {description !== '' && (
            <>
              {': '}
              <ShownText text={description} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
