import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ModelGuidance, type Profile, useModelGuidance } from '../../api/guidance.ts';
import { CopiedText } from '../../parts/CopiedText.tsx';
import layout from '../../parts/layout.module.css';
import { Prose } from '../../parts/Prose.tsx';
import { QueryState } from '../../parts/QueryState.tsx';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';

/** How to prompt a text model: its profiles, the contract's templates, and the tips for users. */
export function Guidance({ name }: { name: string }) {
  const query = useModelGuidance(name);
  if (query.data === null) return null;
  return (
    <Section title="Prompting guidance">
      <QueryState query={query}>{(guidance) => guidance && <Resolved guidance={guidance} />}</QueryState>
    </Section>
  );
}

function Resolved({ guidance }: { guidance: ModelGuidance }) {
  const { model_name, primary_profile: contract, supplemental_profiles, legacy_instruct_format } = guidance;
  if (contract === null) {
    return (
      <Text size="sm" c="dimmed" className={layout.anywhere}>
        {legacy_instruct_format === null ? (
          'Undocumented.'
        ) : (
          <ShownText text={`Undocumented, but the record names the format ‘${legacy_instruct_format}’.`} />
        )}{' '}
        <Link to="/guidance/assign" search={{ model: model_name }}>
          Propose guidance
        </Link>
      </Text>
    );
  }
  const [template] = contract.kind === 'prompt_contract' ? contract.templates : [];
  const tips = [contract, ...supplemental_profiles].flatMap(({ user }) => user.tips);
  return (
    <div className={layout.stack}>
      <Text size="sm" className={layout.anywhere}>
        <ProfileLink profile={contract} />
        {supplemental_profiles.map((profile) => (
          <span key={profile.profile_id}>
            , <ProfileLink profile={profile} />
          </span>
        ))}
        {'. '}
        <Link to="/guidance/assign" search={{ model: model_name }}>
          Propose other guidance
        </Link>
      </Text>
      <Text size="sm" component="div">
        <Prose text={contract.summary} />
      </Text>
      {template && <CopiedText text={template.template} label={`the template ${template.name}`} />}
      {tips.length > 0 && (
        <Text size="sm" component="div">
          <ul className={layout.bullets}>
            {tips.map((tip, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tips have no names
              <li key={index}>
                <Prose text={tip} />
              </li>
            ))}
          </ul>
        </Text>
      )}
    </div>
  );
}

function ProfileLink({ profile }: { profile: Profile }) {
  return (
    <Link to="/guidance/profile" search={{ id: profile.profile_id }} className={layout.link}>
      <ShownText text={profile.display_name} />
    </Link>
  );
}
