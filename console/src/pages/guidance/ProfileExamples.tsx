import type { Profile } from '../../api/guidance.ts';
import { CopiedText } from '../../parts/CopiedText.tsx';
import { Fact, Facts } from '../../parts/Facts.tsx';
import layout from '../../parts/layout.module.css';
import { Section } from '../../parts/Section.tsx';
import { ShownText } from '../../parts/ShownText.tsx';
import { Tag } from '../../parts/Tag.tsx';
import classes from './guidance.module.css';

type SettingMap = Profile['recommended_settings'];

export function Settings({ settings }: { settings: SettingMap }) {
  if (Object.keys(settings).length === 0) return null;
  return (
    <Section title="Recommended settings">
      <SettingFacts settings={settings} />
    </Section>
  );
}

function SettingFacts({ settings }: { settings: SettingMap }) {
  return (
    <Facts>
      {Object.entries(settings).map(([key, value]) => (
        <Fact key={key} name={<code>{key}</code>}>
          <ShownText text={typeof value === 'string' ? value : JSON.stringify(value)} />
        </Fact>
      ))}
    </Facts>
  );
}

export function Examples({ examples }: { examples: Profile['examples'] }) {
  if (examples.length === 0) return null;
  return (
    <Section title="Examples">
      <div className={classes.stack}>
        {examples.map(({ title, description, messages, rendered_prompt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two examples may have the same title
          <details key={index} className={layout.fold}>
            <summary>
              <ShownText text={title} />
            </summary>
            <div className={classes.stack}>
              {description !== null && <ShownText text={description} lines />}
              <ul className={layout.panel}>
                {messages.map(({ role, content }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: messages are known by their place
                  <li key={place} className={layout.item}>
                    <span>
                      <Tag>{role}</Tag>
                    </span>
                    <span className={layout.said}>
                      <ShownText text={content} lines />
                    </span>
                  </li>
                ))}
              </ul>
              {rendered_prompt !== null && (
                <>
                  <p className={classes.term}>The prompt that it becomes</p>
                  <CopiedText text={rendered_prompt} label={`the prompt of ${title}`} />
                </>
              )}
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}

/** Example requests to the AI-Horde with their parameters. */
export function HordeExamples({ examples }: { examples: Profile['ai_horde_examples'] }) {
  if (examples.length === 0) return null;
  return (
    <Section title="Examples for the AI-Horde">
      <div className={classes.stack}>
        {examples.map(({ title, prompt, parameters, notes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two examples may have the same title
          <details key={index} className={layout.fold}>
            <summary>
              <ShownText text={title} />
            </summary>
            <div className={classes.stack}>
              {notes !== null && <ShownText text={notes} lines />}
              <CopiedText text={prompt} label={`the prompt of ${title}`} />
              <SettingFacts settings={parameters} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}
